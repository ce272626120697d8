package dev.brickwork.app;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.sellers.CreateSeller;
import dev.brickwork.sellers.Mode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Creates the operator's key on the very first start and, on the embedded database, a seller in test mode. Both
/// keys are shown once, before the service reports ready.
final class FirstStart {
    static final String SELLER_NAME = "Harbour Light Software";

    private final Settings settings;
    private final Database database;
    private final Wiring wiring;
    private final InstantSource realTime;

    FirstStart(Settings settings, Database database, Wiring wiring, InstantSource realTime) {
        this.settings = settings;
        this.database = database;
        this.wiring = wiring;
        this.realTime = realTime;
    }

    /// Keys that were made just now and must be shown.
    record Made(Optional<String> operatorKey, Optional<CreateSeller.Created> seller) {}

    Made run() {
        var caller = new Caller(SellerId.OPERATOR, "start", "first start", realTime.instant());
        return database.inTransaction(caller, tx -> {
            oneAtATime(tx);
            rememberKey(tx, caller.now());
            requireSameKey(tx, settings);
            return new Made(operatorKey(tx), firstSeller(tx));
        });
    }

    private Optional<String> operatorKey(SqlSession tx) {
        var brought = settings.operatorKey().map(Secret::reveal);
        if (brought.isEmpty() && wiring.keys().hasOperatorKey(tx)) return Optional.empty();
        var key = wiring.keys().operatorKey(tx, brought);
        return brought.isPresent() ? Optional.empty() : Optional.of(key); // Who brought it knows it.
    }

    private Optional<CreateSeller.Created> firstSeller(Tx tx) {
        if (!settings.isDatabaseEmbedded() || wiring.sellers().count(tx) > 0) return Optional.empty();
        var created = wiring.sellers().create(tx, CreateSeller.Input.of(SELLER_NAME, Mode.TEST));
        if (settings.isDemo()) FirstDemo.plan(tx, created.seller().id(), tx.now());
        return Optional.of(created);
    }

    private void rememberKey(SqlSession tx, Instant now) {
        tx.update("""
                INSERT INTO secrets_key (mark, first_used_at) -- of the whole service: no seller_id
                VALUES (:mark, :now)
                ON CONFLICT DO NOTHING
                """)
                .bind("mark", settings.seal().mark())
                .bind("now", now)
                .execute(); // none when there is one already
    }

    /// After a restore without `secrets.key`, or beside a process that has its own, a new key would open nothing that
    /// is there, and find no proof that was signed.
    static void requireSameKey(SqlSession tx, Settings settings) {
        var theirs = tx.query("SELECT mark FROM secrets_key -- of the whole service: no seller_id")
                .mapTo(String.class)
                .findOne();
        if (theirs.isPresent() && !theirs.get().equals(settings.seal().mark())) throw otherKey(settings);
    }

    static StartRefused otherKey(Settings settings) {
        return new StartRefused(
                "The secrets in this database were sealed with another key: put the secrets.key that belongs to it into %s, or set BRICKWORK_SECRETS_KEY to it; where that is lost, docs/operating/back-up.md says what to do."
                        .formatted(settings.data()));
    }

    /// Several processes may meet a new database at the same time.
    private static void oneAtATime(SqlSession tx) {
        tx.query("SELECT pg_advisory_xact_lock(hashtextextended('first start', 0))")
                .map((_, _) -> 1)
                .one();
    }
}
