package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.LinkStore.Claim;
import dev.brickwork.integrations.accounting.books.Books;
import dev.brickwork.integrations.accounting.books.SyncResult;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Background;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/// Works through what is due, seller by seller, each in order and by one process at a time. The attempt is
/// counted before the call and its result written after it, so that a crash in between makes a repetition, never
/// a gap.
final class SyncWorker {
    private static final Logger LOG = System.getLogger(SyncWorker.class.getName());
    private static final int SELLERS_MAX = 20;
    private static final int BATCH_MAX = 50;

    /// With the last one repeated this is three days and a bit; then a person has to look.
    private static final List<Duration> WAITS = List.of(
            Duration.ofSeconds(5),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2));

    private static final int ATTEMPTS_MAX = 42;

    private final Database database;
    private final Outbox outbox;
    private final LinkStore links;
    private final SyncTaskStore pushes;
    private final SyncDocument carryOver;
    private final Connect connect;
    private final InstantSource realTime;

    /// Opens the books of a seller.
    @FunctionalInterface
    interface Connect {
        Books open(SellerId seller, Link link);
    }

    SyncWorker(
            Database database,
            Outbox outbox,
            LinkStore links,
            SyncTaskStore pushes,
            SyncDocument carryOver,
            Connect connect,
            InstantSource realTime) {
        this.database = database;
        this.outbox = outbox;
        this.links = links;
        this.pushes = pushes;
        this.carryOver = carryOver;
        this.connect = connect;
        this.realTime = realTime;
    }

    /// True when there may be more.
    boolean round() throws InterruptedException {
        var claims = database.inTransaction(tx -> links.claim(tx, realTime.instant(), SELLERS_MAX));
        var hasMoved = new AtomicBoolean();
        var threads = claims.stream()
                .map(claim -> Background.start("accounting", () -> {
                    if (work(claim)) hasMoved.set(true);
                }))
                .toList();
        for (var thread : threads) thread.join();
        return hasMoved.get();
    }

    /// True when anything was tried and there are books that answer: what is due may have to wait for something that is
    /// not.
    private boolean work(Claim claim) {
        boolean hasMoved = false;
        Optional<Instant> synced = Optional.empty();
        var waiting = new HashSet<UUID>();
        try {
            var link = database.read(tx -> links.find(tx, claim.seller())).orElseThrow();
            var to = new Destination(claim.seller(), link.organisation(), connect.open(claim.seller(), link));
            for (var due : database.read(tx -> pushes.due(tx, claim.seller(), realTime.instant(), BATCH_MAX))) {
                if (waiting.contains(due.company())) continue;
                if (!database.inTransaction(tx -> links.renew(tx, claim, realTime.instant()))) return hasMoved;
                hasMoved = true;
                var pushed = carry(claim, to, due.push());
                if (pushed instanceof SyncResult.Done) synced = Optional.of(realTime.instant());
                if (pushed instanceof SyncResult.Retry retry) {
                    if (retry.isOfAll()) return false; // Each call would take its time, and other sellers wait.
                    waiting.add(due.company());
                }
            }
        } catch (RuntimeException passing) {
            LOG.log(Level.WARNING, () -> "carrying over for seller %s: %s".formatted(claim.seller(), passing), passing);
        } finally {
            release(claim, synced);
        }
        return hasMoved;
    }

    private void release(Claim claim, Optional<Instant> synced) {
        try {
            database.write(tx -> links.release(tx, claim, synced));
        } catch (RuntimeException away) {
            LOG.log(
                    Level.WARNING,
                    () -> "the lease of seller %s runs out by itself: %s".formatted(claim.seller(), away));
        }
    }

    private SyncResult carry(Claim claim, Destination to, SyncTask push) {
        database.write(tx -> pushes.begin(tx, to.seller(), push));
        var pushed = carried(to, push);
        database.write(tx -> {
            if (!links.isHeld(tx, claim))
                return; // What these books say is not the answer of those connected meanwhile.
            switch (pushed) {
                case SyncResult.Done(var remoteId, var remark) ->
                    pushes.end(tx, to.seller(), push, Optional.of(remoteId).filter(id -> !id.isEmpty()), remark);
                case SyncResult.Retry retry -> again(tx, to.seller(), push, retry);
                case SyncResult.Refused(var why) -> pushes.fail(tx, to.seller(), push, why);
                case SyncResult.Disconnected(var why) -> {
                    pushes.again(tx, to.seller(), push, why, realTime.instant());
                    links.refuse(tx, claim);
                    tell(tx, to.seller(), why);
                }
            }
        });
        return pushed;
    }

    /// Tells the seller that the books refuse access: nothing is synced until the seller connects them again.
    private void tell(SqlSession tx, SellerId seller, String why) {
        var caller = new Caller(seller, "accounting", "carry over", realTime.instant());
        outbox.stage(
                tx.as(caller), Event.inside("accounting.refused", seller.value(), json -> json.put("reason", why)));
    }

    /// An unexpected exception is retried later like any other failure, so that it does not block other sellers.
    private SyncResult carried(Destination to, SyncTask push) {
        try {
            return carryOver.run(to, push);
        } catch (RuntimeException broken) {
            LOG.log(
                    Level.WARNING,
                    () -> "carrying over %s %s of seller %s"
                            .formatted(push.kind(), push.object(), to.seller().value()),
                    broken);
            return new SyncResult.Retry(WAITS.getFirst(), "the service failed; its log says why");
        }
    }

    private void again(SqlSession tx, SellerId seller, SyncTask push, SyncResult.Retry retry) {
        if (push.attempts() + 1 >= ATTEMPTS_MAX) {
            pushes.fail(tx, seller, push, retry.why());
            return;
        }
        var planned = WAITS.get(Math.min(push.attempts(), WAITS.size() - 1));
        var after = retry.after().compareTo(planned) > 0 ? retry.after() : planned;
        pushes.again(tx, seller, push, retry.why(), realTime.instant().plus(after));
    }
}
