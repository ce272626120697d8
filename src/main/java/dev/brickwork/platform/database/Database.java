package dev.brickwork.platform.database;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.telemetry.Span;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jspecify.annotations.Nullable;

/// The way to PostgreSQL. Writes run in a transaction that is retried here and nowhere else; reads run on
/// connections of their own that cannot write, so a rush of reads never starves money. Work behind the
/// requests has at most half of each kind, one seller's requests three quarters.
public final class Database implements AutoCloseable {
    /// The lock that services share and that a command takes for itself to be alone with the database.
    public static final String SERVED = Pools.SERVED;

    private static final int TRIES_MAX = 4; // The first and three retries.
    private static final Duration RETRY_PAUSE = Duration.ofMillis(20);
    private static final Duration BACKGROUND_WAIT = Duration.ofSeconds(30);
    private static final Duration SESSION_WAIT = Duration.ofMinutes(10); // What needs one is never in a hurry.

    private final HikariDataSource writing;
    private final HikariDataSource reading;
    private final Waits waits;
    private final Jdbi writes;
    private final Jdbi reads;
    private final Jdbi inspections;
    private final HikariDataSource sessionPool;
    private final Jdbi sessions;
    private final Semaphore sessionTurns;
    private final int backgroundSize;
    private final Semaphore background;
    private final SellerConnectionQuota writingShares;
    private final SellerConnectionQuota readingShares;
    private final LongAdder serialisationFailures = new LongAdder();
    private final LongAdder deadlocks = new LongAdder();
    private final LongAdder lockTimeouts = new LongAdder();
    private final ScopedValue<Boolean> admitted = ScopedValue.newInstance();
    private final ScopedValue<Boolean> inTransaction = ScopedValue.newInstance();

    private record Waits(PoolWaits writing, PoolWaits reading, PoolWaits background) {}

    private Database(DatabaseAddress address, Limits limits, Waits waits, Optional<String> mark) {
        int size = limits.poolSize;
        this.writing = Pools.writing(address, limits, waits.writing, mark);
        this.reading = Pools.reading(address, limits, waits.reading);
        this.sessionPool = Pools.sessions(address, size);
        this.waits = waits;
        this.writes = Types.register(Jdbi.create(writing));
        this.reads = Types.register(Jdbi.create(reading));
        this.inspections = Types.register(Jdbi.create(() -> Pools.inspecting(address)));
        this.sessions = Types.register(Jdbi.create(sessionPool));
        this.sessionTurns = new Semaphore(size, true);
        this.backgroundSize = Math.max(1, size / 2);
        this.background = new Semaphore(backgroundSize, true);
        this.writingShares = new SellerConnectionQuota(size, limits.connectionWait);
        this.readingShares = new SellerConnectionQuota(size, limits.connectionWait);
    }

    /// How many connections of each kind, how long work waits for one, and whether a server that may lose commits is
    /// accepted (tests only).
    public record Limits(int poolSize, Duration connectionWait, boolean isUnsafeServerAllowed) {
        public static final Limits STANDARD = new Limits(10, Pools.POOL_WAIT, false);

        /// Waits as long as a service does.
        public Limits(int poolSize, boolean isUnsafeServerAllowed) {
            this(poolSize, STANDARD.connectionWait, isUnsafeServerAllowed);
        }
    }

    /// Opens the pools and looks once at the server: a wrong address, an old version or an unsafe setting shows
    /// now.
    public static Database open(DatabaseAddress address, Limits limits) {
        return open(address, limits, Optional.empty());
    }

    /// Opens the pools for a service. As long as it is connected, [#unserved] does nothing. Throws [DatabaseAway]
    /// while another process runs [#unserved], or when the secrets in the database are sealed with another key.
    ///
    /// @param mark of the service's own key
    public static Database openToServe(DatabaseAddress address, Limits limits, String mark) {
        var database = open(address, limits, Optional.of(mark));
        try {
            database.write(_ -> {});
            return database;
        } catch (RuntimeException refused) {
            database.close();
            throw refused;
        }
    }

    private static Database open(DatabaseAddress address, Limits limits, Optional<String> mark) {
        ServerCheck.run(address, limits.isUnsafeServerAllowed());
        var waits = new Waits(new PoolWaits(), new PoolWaits(), new PoolWaits());
        return new Database(address, limits, waits, mark);
    }

    /// Does work that no service may see half done: none can connect until it ends. Returns empty without doing it
    /// while a service has connections to this database, or another process runs [#unserved].
    public <T> Optional<T> unserved(Supplier<T> work) {
        return inSession(session -> {
            boolean isAlone = session.query("SELECT pg_try_advisory_lock(%s)".formatted(Pools.SERVED))
                    .mapTo(Boolean.class)
                    .one();
            if (!isAlone) return Optional.empty();
            try {
                return Optional.of(work.get());
            } finally {
                session.handle().execute("SELECT pg_advisory_unlock(%s)".formatted(Pools.SERVED));
            }
        });
    }

    /// Runs the work in one READ COMMITTED transaction and commits it. After a deadlock or a serialisation failure
    /// the work runs again from its start, so it must change nothing but the database.
    public <T extends @Nullable Object> T inTransaction(Function<SqlSession, T> work) {
        return committed(hooks -> admitted(() -> retried(hooks, handle -> work.apply(new SqlSession(handle, hooks)))));
    }

    /// Runs work that has no result in one transaction.
    public void write(Consumer<SqlSession> work) {
        inTransaction(session -> {
            work.accept(session);
            return true;
        });
    }

    /// Runs the work of a caller in one transaction. The audit is told who acts, in which request, at which time of the
    /// seller. A request waits for its turn before it takes a connection.
    public <T extends @Nullable Object> T inTransaction(Caller caller, Function<Tx, T> work) {
        return committed(hooks -> {
            Supplier<T> audited = () -> retried(hooks, handle -> {
                var tx = new SqlSession(handle, hooks).as(caller);
                AuditContext.set(tx);
                return work.apply(tx);
            });
            return Background.isHere()
                    ? admitted(audited)
                    : HotRowQueue.inLine(() -> writingShares.of(caller.seller(), audited));
        });
    }

    /// Runs work of a caller that has no result in one transaction.
    public void write(Caller caller, Consumer<Tx> work) {
        inTransaction(caller, tx -> {
            work.accept(tx);
            return true;
        });
    }

    /// @param transaction takes the list that collects its follow-up work, which runs here once it is committed and its
    ///     connection is back
    private <T extends @Nullable Object> T committed(Function<List<Runnable>, T> transaction) {
        if (inTransaction.isBound()) throw new IllegalStateException("a transaction is already open; pass it on");
        var hooks = new ArrayList<Runnable>();
        T result = ScopedValue.where(inTransaction, true).call(() -> transaction.apply(hooks));
        for (var hook : hooks) hook.run();
        return result;
    }

    /// Runs the work on a read-only connection, each statement on its own. It sees what was committed, and nothing
    /// of a transaction that is still open.
    ///
    /// Others may take away between two statements what the first has found. Where the work then misses it, it runs
    /// again and all its statements see one moment, which is dearer; a defect fails there too.
    public <T extends @Nullable Object> T read(Function<SqlSession, T> work) {
        return admitted(() -> readNow(handle -> work.apply(new SqlSession(handle, null))));
    }

    /// Runs the read of a seller's request, within the seller's share of the connections.
    public <T extends @Nullable Object> T read(Caller caller, Function<Tx, T> work) {
        return readingShares.of(
                caller.seller(), () -> readNow(handle -> work.apply(new SqlSession(handle, null).as(caller))));
    }

    private <T extends @Nullable Object> T readNow(Function<Handle, T> work) {
        try (var handle = reads.open()) {
            try {
                return work.apply(handle);
            } catch (NoSuchElementException | IllegalStateException missed) {
                return handle.inTransaction(TransactionIsolationLevel.REPEATABLE_READ, work::apply);
            }
        } catch (RuntimeException broken) {
            throw translated(broken);
        }
    }

    /// Runs background work as soon as its share of the connections has room. A thread that was admitted opens
    /// further connections without waiting here, so no two threads wait for one another.
    private <T extends @Nullable Object> T admitted(Supplier<T> work) {
        if (!Background.isHere() || admitted.isBound()) return work.get();
        admit();
        try {
            return ScopedValue.where(admitted, true).call(work::get);
        } finally {
            background.release();
        }
    }

    private void admit() {
        long asked = System.nanoTime();
        try {
            if (StripedSemaphore.take(background, BACKGROUND_WAIT)) return;
        } finally {
            waits.background.recordConnectionAcquiredNanos(System.nanoTime() - asked);
        }
        waits.background.recordConnectionTimeout();
        throw new DatabaseBusy("background work holds all the connections that it may have");
    }

    /// Looks at everything there is, which may take minutes, as it was at one moment. The connection is made for it, so
    /// that no request waits for it, and none of their deadlines ends it.
    public <T extends @Nullable Object> T inspect(Function<SqlSession, T> work) {
        try (var handle = inspections.open()) {
            return handle.inTransaction(
                    TransactionIsolationLevel.REPEATABLE_READ, same -> work.apply(new SqlSession(same, null)));
        } catch (RuntimeException broken) {
            throw translated(broken);
        }
    }

    /// Keeps a session, no transaction, for as long as the work takes: for a lock that outlasts transactions. It has a
    /// pool of its own: a connection of the others, held for minutes, would be missed by every request, and by the
    /// work itself. As many at once as that has connections; more wait, without one.
    public <T extends @Nullable Object> T inSession(Function<SqlSession, T> work) {
        if (!StripedSemaphore.take(sessionTurns, SESSION_WAIT))
            throw new DatabaseBusy("as many sessions are held as may be");
        try (var handle = sessions.open()) {
            return work.apply(new SqlSession(handle, null));
        } catch (RuntimeException broken) {
            throw translated(broken);
        } finally {
            sessionTurns.release();
        }
    }

    /// From now on the statements of what is traced are told.
    public void trace() {
        var statements = new TracedStatements();
        writes.setSqlLogger(statements);
        reads.setSqlLogger(statements);
    }

    /// For libraries that bring their own statements (the scheduler). Our code has the methods above.
    public DataSource dataSource() {
        return writing;
    }

    /// How often, since the start, a transaction was run again because it could not be put in an order with others.
    public long serialisationFailures() {
        return serialisationFailures.sum();
    }

    /// How often, since the start, a transaction was run again because of a deadlock.
    public long deadlocks() {
        return deadlocks.sum();
    }

    /// How often a transaction was given up because a lock did not come in time.
    public long lockTimeouts() {
        return lockTimeouts.sum();
    }

    public PoolState writingState() {
        return PoolState.of(writing, waits.writing);
    }

    public PoolState readingState() {
        return PoolState.of(reading, waits.reading);
    }

    /// Of the work behind the requests: threads that are inside, that may be, and that wait.
    public PoolState backgroundState() {
        int active = backgroundSize - background.availablePermits();
        return PoolState.of(active, backgroundSize, background.getQueueLength(), waits.background);
    }

    /// A pool at one moment: connections in use, all connections, and threads that wait for one; and since the start,
    /// how long all threads together have waited, and how many in vain.
    public record PoolState(int active, int total, int waiting, long waitedMicros, long timeouts) {
        private static PoolState of(HikariDataSource pool, PoolWaits waits) {
            var state = pool.getHikariPoolMXBean();
            if (state == null) return of(0, 0, 0, waits);
            return of(
                    state.getActiveConnections(),
                    state.getTotalConnections(),
                    state.getThreadsAwaitingConnection(),
                    waits);
        }

        private static PoolState of(int active, int total, int waiting, PoolWaits waits) {
            return new PoolState(active, total, waiting, waits.micros(), waits.timeouts());
        }
    }

    @Override
    public void close() {
        sessionPool.close();
        reading.close();
        writing.close();
    }

    private <T extends @Nullable Object> T retried(List<Runnable> hooks, Function<Handle, T> work) {
        for (int i = 1; ; i++) {
            try {
                hooks.clear(); // Of a try that failed.
                return once(work);
            } catch (RuntimeException broken) {
                var state = SqlState.of(broken);
                if (state.filter(SqlState.LOCK_NOT_AVAILABLE::equals).isPresent()) lockTimeouts.increment();
                if (state.filter(SqlState.READ_ONLY::equals).isPresent()) throw leftBehind(broken);
                if (state.filter(SqlState::isRetried).isEmpty()) throw translated(broken);
                if (i == TRIES_MAX) throw new DatabaseBusy("others kept changing the same rows", broken);
                note(state.get());
                pause(i);
            }
        }
    }

    /// Evicts the pool when a writing connection is read-only: it was made to a standby, or while the server took
    /// no writes, and stays read-only.
    private DatabaseAway leftBehind(RuntimeException broken) {
        writing.getHikariPoolMXBean().softEvictConnections();
        return new DatabaseAway(broken);
    }

    private void note(String state) {
        switch (state) {
            case SqlState.DEADLOCK -> deadlocks.increment();
            case SqlState.SERIALISATION_FAILURE -> serialisationFailures.increment();
            // A newer release has added a column; none of the connections may go on with what it has prepared.
            default -> writing.getHikariPoolMXBean().softEvictConnections();
        }
    }

    private <T extends @Nullable Object> T once(Function<Handle, T> work) {
        try (var handle = writes.open()) {
            handle.begin();
            T result;
            try {
                result = work.apply(handle);
            } catch (RuntimeException | Error broken) {
                rollBack(handle, broken);
                throw broken;
            }
            long begun = System.nanoTime();
            handle.commit();
            Span.here().statement("COMMIT", begun);
            return result;
        }
    }

    /// The first failure is the one to tell; a connection that cannot even roll back is thrown away by the pool.
    private static void rollBack(Handle handle, Throwable broken) {
        try {
            handle.rollback();
        } catch (RuntimeException second) {
            broken.addSuppressed(second);
        }
    }

    /// Says in our words what the caller can do about it; what is a bug, or a refusal of the work itself, stays as
    /// it is.
    private static RuntimeException translated(RuntimeException broken) {
        if (!(broken instanceof JdbiException) && !(broken instanceof HikariPool.PoolInitializationException)) {
            return broken;
        }
        var found = SqlState.exception(broken);
        if (found.isEmpty()) return broken;
        var exception = found.get();
        if (exception instanceof SQLTransientConnectionException) return noConnection(exception);
        var state = exception.getSQLState() == null ? "" : exception.getSQLState();
        if (SqlState.isAway(state)) return new DatabaseAway(broken);
        return switch (state) {
            case SqlState.LOCK_NOT_AVAILABLE -> new DatabaseBusy("a row stayed locked for too long", broken);
            case SqlState.STATEMENT_TIMEOUT -> new DatabaseBusy("a statement took too long", broken);
            case SqlState.TRANSACTION_TIMEOUT -> new DatabaseBusy("a transaction took too long", broken);
            case SqlState.IDLE_TIMEOUT -> new DatabaseBusy("a transaction stood still for too long", broken);
            case SqlState.CLOSED_MEANWHILE -> new DatabaseBusy("what it belongs to was closed meanwhile", broken);
            default -> broken;
        };
    }

    /// The pool names the last failure to connect as its cause; without one, all connections were simply in use.
    private static RuntimeException noConnection(SQLException exhausted) {
        var why = exhausted.getCause();
        return why == null ? new DatabaseBusy("all connections are in use", exhausted) : new DatabaseAway(exhausted);
    }

    private static void pause(int tries) {
        var most = RETRY_PAUSE.multipliedBy(1L << tries).toMillis();
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(1, most));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new DatabaseBusy("interrupted between two tries", stopped);
        }
    }
}
