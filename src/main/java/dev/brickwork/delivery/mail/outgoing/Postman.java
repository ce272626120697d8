package dev.brickwork.delivery.mail.outgoing;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.RetryPolicy;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Metrics;
import dev.brickwork.platform.jobs.Heartbeat;
import dev.brickwork.platform.jobs.Loop;
import io.prometheus.metrics.core.metrics.Counter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Carries stored messages to the mail server: takes those that are due under a lease, sends them outside of any
/// transaction, and notes what became of them. Any number of processes may do so.
public final class Postman {
    private static final Logger LOG = System.getLogger(Postman.class.getName());
    private static final Duration POLL = Duration.ofSeconds(1);
    /// How long no message is tried after the server could not be reached.
    private static final Duration REST = Duration.ofSeconds(30);
    private static final Duration GIVEN_UP_AFTER = Duration.ofDays(3);
    private static final Duration PDF_WAIT = Duration.ofSeconds(2);
    private static final int WORKER_COUNT = 2;
    private static final int TRIP_COUNT_MAX = 10;
    private static final RetryPolicy INSISTENCE = new RetryPolicy(10, Duration.ofSeconds(2));
    /// "Perhaps sent" twice could mean that it arrived twice; a third try is never made.
    private static final int UNCERTAIN_COUNT_MAX = 2;
    private static final List<Duration> DELAYS = List.of(
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(1));

    private static final List<String> OUTCOMES = List.of("accepted", "partly", "refused", "later", "uncertain", "away");

    private final Database database;
    private final MailStore mails;
    private final MailView view;
    private final MailRoute route;
    private final InstantSource realTime;
    private final Counter mailed;
    private final Duration lease;
    private final List<Loop> loops;
    private volatile boolean isStopped;
    private volatile Instant restUntil = Instant.MIN;

    public Postman(
            Database database,
            MailStore mails,
            MailView view,
            MailRoute route,
            InstantSource realTime,
            Metrics metrics) {
        this(database, mails, view, route, realTime, metrics, Heartbeat.LEASE);
    }

    Postman(
            Database database,
            MailStore mails,
            MailView view,
            MailRoute route,
            InstantSource realTime,
            Metrics metrics,
            Duration lease) {
        this.database = database;
        this.mails = mails;
        this.view = view;
        this.route = route;
        this.realTime = realTime;
        this.mailed = metrics.counter(
                "brickwork_mail_total", "Attempts to hand a message to the mail server, by outcome.", "outcome");
        OUTCOMES.forEach(mailed::initLabelValues);
        this.lease = lease;
        this.loops = IntStream.range(0, WORKER_COUNT)
                .mapToObj(i -> new Loop("postman-" + i, POLL, () -> round() > 0))
                .toList();
    }

    public void start() {
        loops.forEach(Loop::start);
    }

    public boolean isAlive() {
        return loops.stream().allMatch(Loop::isAlive);
    }

    /// Finishes the message in hand and takes no other.
    public void stop() throws InterruptedException {
        isStopped = true;
        for (var loop : loops) loop.stop();
    }

    /// Stores a message, which is sent as soon as the transaction commits.
    public void take(Tx tx, Message message) {
        take(tx, List.of(message));
    }

    /// Stores messages to be sent after the commit. One worker starts at once; the others help at their next poll.
    public void take(Tx tx, List<Message> messages) {
        mails.insert(tx, messages, realTime.instant());
        tx.afterCommit(loops.getFirst()::wake);
    }

    /// One trip with what is due; returns how many messages it took along.
    int round() {
        var now = realTime.instant();
        if (now.isBefore(restUntil)) return 0;
        var messages = database.inTransaction(tx -> mails.claim(tx, now, lease, TRIP_COUNT_MAX));
        if (messages.isEmpty()) return 0;
        try (var held = new HeldMessages(messages);
                var trip = route.open()) {
            for (var message : messages) {
                if (isStopped || realTime.instant().isBefore(restUntil)) leave(message);
                else deliver(trip, message, held);
            }
        }
        return messages.size();
    }

    /// Sends one message that the caller has just claimed, while it waits.
    public void deliverNow(Claimed message) {
        try (var held = new HeldMessages(List.of(message));
                var trip = route.open()) {
            deliver(trip, message, held);
        }
    }

    /// The messages of one trip, whose leases are renewed until they are settled or put back, however long a server
    /// takes for the one that is on its way.
    private final class HeldMessages implements AutoCloseable {
        private final Set<Claimed> held = ConcurrentHashMap.newKeySet();
        private final Heartbeat heartbeat;

        HeldMessages(List<Claimed> claimed) {
            held.addAll(claimed);
            heartbeat = Heartbeat.start(realTime, lease, this::renew);
        }

        private boolean renew(Instant until) {
            return database.inTransaction(tx -> {
                held.removeIf(message -> !mails.renew(tx, message, until));
                return !held.isEmpty();
            });
        }

        /// Looks into the database, for a process that was halted since it claimed the message.
        boolean isStillOurs(Claimed message) {
            return database.inTransaction(
                    tx -> mails.renew(tx, message, realTime.instant().plus(lease)));
        }

        boolean isHeld(Claimed message) {
            return held.contains(message) && heartbeat.isHeld();
        }

        @Override
        public void close() {
            heartbeat.close();
        }
    }

    private void deliver(MailRoute.Trip trip, Claimed message, HeldMessages held) {
        if (!held.isStillOurs(message)) return; // Another process has it.
        var sent = sent(trip, message, held);
        note(message, sent.orElseGet(() -> new Outcome.Later("the PDF is not printed yet")), sent.isPresent());
    }

    /// Empty while the PDFs to attach are not printed. Our own failures count as failed attempts, so that they have
    /// an end and keep no other message from going.
    private Optional<Outcome> sent(MailRoute.Trip trip, Claimed message, HeldMessages held) {
        try {
            return database.read(tx -> view.enclosures(tx, message))
                    .map(enclosures -> trip.send(message, enclosures, () -> held.isHeld(message)));
        } catch (RuntimeException broken) {
            LOG.log(Level.WARNING, () -> "mail %s cannot be sent".formatted(message.id()), broken);
            return Optional.of(new Outcome.Later("the service failed; its log says why"));
        }
    }

    private void note(Claimed message, Outcome outcome, boolean isAttempt) {
        var now = realTime.instant();
        if (outcome instanceof Outcome.Away(var why)) {
            restUntil = now.plus(REST);
            LOG.log(Level.WARNING, () -> "no mail can be sent just now: " + why);
        }
        boolean isOurs = insisting(tx -> switch (outcome) {
            case Outcome.Accepted() -> mails.settle(tx, message, MailStore.Fate.SENT, now, Optional.empty());
            case Outcome.Refused(var why) -> mails.settle(tx, message, MailStore.Fate.REFUSED, now, Optional.of(why));
            case Outcome.Uncertain(var why) ->
                message.uncertainCount() + 1 >= UNCERTAIN_COUNT_MAX
                        ? mails.settle(tx, message, MailStore.Fate.UNCERTAIN, now, Optional.of(why))
                        : mails.putBack(
                                tx,
                                message,
                                new MailStore.Back(later(message, now), why, message.pending(), true, true));
            case Outcome.Partly partly ->
                partly.pending().isEmpty()
                        ? mails.settle(tx, message, MailStore.Fate.SENT, now, Optional.of(partly.why()))
                        : again(tx, message, now, partly.why(), partly.pending(), true);
            case Outcome.Later(var why) -> again(tx, message, now, why, message.pending(), isAttempt);
            case Outcome.Away(var why) -> again(tx, message, now, why, message.pending(), isAttempt);
        });
        if (!isOurs) LOG.log(Level.WARNING, () -> "mail_lease_lost id=%s outcome=%s".formatted(message.id(), outcome));
        mailed.labelValues(word(outcome)).inc();
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Accepted _ -> "accepted";
            case Outcome.Partly _ -> "partly";
            case Outcome.Refused _ -> "refused";
            case Outcome.Later _ -> "later";
            case Outcome.Uncertain _ -> "uncertain";
            case Outcome.Away _ -> "away";
        };
    }

    /// Retries for a while when the database fails: a message that was sent but not recorded would be sent again.
    private boolean insisting(Function<SqlSession, Boolean> note) {
        return INSISTENCE.on(() -> !isStopped, () -> database.inTransaction(note));
    }

    private boolean again(
            SqlSession tx, Claimed message, Instant now, String why, List<String> pending, boolean isAttempt) {
        if (message.queuedAt().plus(GIVEN_UP_AFTER).isBefore(now)) {
            return mails.settle(tx, message, MailStore.Fate.GIVEN_UP, now, Optional.of(why));
        }
        var due = isAttempt ? later(message, now) : now.plus(PDF_WAIT);
        return mails.putBack(tx, message, new MailStore.Back(due, why, pending, isAttempt, false));
    }

    /// Puts back a message that was claimed but not tried.
    private void leave(Claimed message) {
        var back = new MailStore.Back(
                realTime.instant().plus(REST), "the mail server rests", message.pending(), false, false);
        database.inTransaction(tx -> mails.putBack(tx, message, back));
    }

    /// Growing, and a little apart from one another, so that a server that comes back is not run over.
    private static Instant later(Claimed message, Instant now) {
        var delay = DELAYS.get(Math.min(Math.max(message.attempts(), 1), DELAYS.size()) - 1);
        return now.plus(delay).plusMillis(ThreadLocalRandom.current().nextLong(delay.toMillis() / 5));
    }
}
