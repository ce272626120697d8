package dev.brickwork.plumbing.database;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.NamedArgumentFinder;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/// The open transaction (or read) of a caller: which seller's rows it is about, who acts, and at which time of the
/// seller. Its queries and updates know `:seller` and `:now` by themselves, so no statement can be bound to another
/// seller by mistake.
public final class Tx extends SqlSession {
    private final Caller caller;
    private final OfCaller arguments;

    Tx(Handle handle, @Nullable List<Runnable> afterCommit, Caller caller) {
        super(handle, afterCommit);
        this.caller = caller;
        this.arguments = new OfCaller(caller);
    }

    Tx(SqlSession session, Caller caller) {
        super(session);
        this.caller = caller;
        this.arguments = new OfCaller(caller);
    }

    public Caller caller() {
        return caller;
    }

    public SellerId seller() {
        return caller.seller();
    }

    public Instant now() {
        return caller.now();
    }

    /// The same transaction at another moment of the seller's time.
    public Tx at(Instant moment) {
        return as(caller.at(moment));
    }

    @Override
    public Query query(String sql) {
        return super.query(sql).bindNamedArgumentFinder(arguments);
    }

    @Override
    public Update update(String sql) {
        return super.update(sql).bindNamedArgumentFinder(arguments);
    }

    /// A statement needs neither; what it binds by the same names itself goes first.
    private record OfCaller(Caller caller) implements NamedArgumentFinder {
        @Override
        public Optional<Argument> find(String name, StatementContext context) {
            return switch (name) {
                case "seller" -> context.findArgumentFor(SellerId.class, caller.seller());
                case "now" -> context.findArgumentFor(Instant.class, caller.now());
                default -> Optional.empty();
            };
        }

        /// None that would be missed: JDBI refuses a statement that leaves out what was bound.
        @Override
        public Collection<String> getNames() {
            return List.of();
        }
    }
}
