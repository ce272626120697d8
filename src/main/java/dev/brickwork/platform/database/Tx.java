package dev.brickwork.platform.database;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.NamedArgumentFinder;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.Update;

/// The open transaction (or read) of a caller: which seller's rows it is about, who acts, and at which time of the
/// seller. Its queries and updates know `:seller` and `:now` by themselves, so no statement can be bound to another
/// seller by mistake.
public final class Tx extends SqlSession {
    private final Caller caller;
    private final OfCaller arguments;

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

    /// This transaction at another moment of the seller's time.
    public Tx at(Instant moment) {
        return as(caller.at(moment));
    }

    @Override
    public Query query(String sql) {
        var query = super.query(sql);
        return OfCaller.isNamedIn(sql) ? query.bindNamedArgumentFinder(arguments) : query;
    }

    @Override
    public Update update(String sql) {
        var update = super.update(sql);
        return OfCaller.isNamedIn(sql) ? update.bindNamedArgumentFinder(arguments) : update;
    }

    /// Supplies `:seller` and `:now` to statements. Values that a statement binds by these names itself take
    /// precedence.
    private record OfCaller(Caller caller) implements NamedArgumentFinder {
        /// JDBI refuses arguments for a statement without parameters.
        static boolean isNamedIn(String sql) {
            return sql.contains(":seller") || sql.contains(":now");
        }

        @Override
        public Optional<Argument> find(String name, StatementContext context) {
            return switch (name) {
                case "seller" ->
                    context.findArgumentFor(UUID.class, caller.seller().value());
                case "now" -> context.findArgumentFor(Instant.class, caller.now());
                default -> Optional.empty();
            };
        }

        /// None: JDBI refuses a statement that leaves out a name from here.
        @Override
        public Collection<String> getNames() {
            return List.of();
        }
    }
}
