package dev.brickwork.platform.database;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.ArgumentFactory;
import org.jdbi.v3.core.argument.Arguments;
import org.jdbi.v3.core.argument.NullArgument;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementException;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.TemplateEngine;
import org.jspecify.annotations.Nullable;

/// How values travel to the database. Times go as what they are; the library's own way takes a detour over the time
/// zone of the machine. No reflection anywhere.
final class Types {
    private Types() {}

    static Jdbi register(Jdbi jdbi) {
        jdbi.registerArgument((ArgumentFactory.Preparable) Types::prepare);
        jdbi.registerColumnMapper(Instant.class, (row, column, context) -> {
            var value = row.getObject(column, OffsetDateTime.class);
            return value == null ? null : value.toInstant();
        });
        jdbi.registerColumnMapper(LocalDate.class, (row, column, context) -> row.getObject(column, LocalDate.class));
        // Statements are constant text: `<` is less-than, never the start of a template.
        jdbi.getConfig(SqlStatements.class).setTemplateEngine(TemplateEngine.NOP);
        // The library would tell the bound values too: names, addresses, hashes.
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(Types::withoutValues);
        return jdbi;
    }

    /// A value on its way. That it has a text keeps the library from writing one beforehand.
    private record Sent<T>(T value, Setter<T> setter) implements Argument {
        @Override
        public void apply(int position, PreparedStatement statement, StatementContext context) throws SQLException {
            setter.set(statement, position, value);
        }
    }

    private interface Setter<T> {
        void set(PreparedStatement statement, int position, T value) throws SQLException;
    }

    /// Every statement asks for the way of each of its types; the library alone would ask its own sixteen factories
    /// in turn, and an `Optional` all of them twice.
    private static final Map<Type, Function<@Nullable Object, Argument>> WAYS = Map.ofEntries(
            way(UUID.class, java.sql.Types.OTHER, PreparedStatement::setObject),
            way(String.class, java.sql.Types.VARCHAR, PreparedStatement::setString),
            way(Integer.class, java.sql.Types.INTEGER, PreparedStatement::setInt),
            way(int.class, java.sql.Types.INTEGER, PreparedStatement::setInt),
            way(Long.class, java.sql.Types.BIGINT, PreparedStatement::setLong),
            way(long.class, java.sql.Types.BIGINT, PreparedStatement::setLong),
            way(Boolean.class, java.sql.Types.BOOLEAN, PreparedStatement::setBoolean),
            way(boolean.class, java.sql.Types.BOOLEAN, PreparedStatement::setBoolean),
            way(BigDecimal.class, java.sql.Types.NUMERIC, PreparedStatement::setBigDecimal),
            way(byte[].class, java.sql.Types.VARBINARY, PreparedStatement::setBytes),
            way(LocalDate.class, java.sql.Types.DATE, PreparedStatement::setObject),
            way(Instant.class, java.sql.Types.TIMESTAMP_WITH_TIMEZONE, Types::setMoment));

    @SuppressWarnings("unchecked")
    private static <T> Map.Entry<Type, Function<@Nullable Object, Argument>> way(
            Class<T> type, int sqlType, Setter<T> setter) {
        var none = new NullArgument(sqlType);
        return Map.entry(type, value -> value == null ? none : new Sent<>((T) value, setter));
    }

    /// PostgreSQL keeps microseconds. Cutting, not rounding, keeps a moment from moving into the next day.
    private static void setMoment(PreparedStatement statement, int position, Instant value) throws SQLException {
        statement.setObject(position, value.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC));
    }

    private static Optional<Function<@Nullable Object, Argument>> prepare(Type type, ConfigRegistry config) {
        if (type == Optional.class) return Optional.of(value -> ofMaybe(value, config));
        return Optional.ofNullable(WAYS.get(type));
    }

    private static Argument ofMaybe(@Nullable Object optional, ConfigRegistry config) {
        var arguments = config.get(Arguments.class);
        if (!(optional instanceof Optional<?> maybe) || maybe.isEmpty()) return arguments.getUntypedNullArgument();
        var value = maybe.get();
        var way = WAYS.get(value.getClass());
        if (way != null) return way.apply(value);
        return arguments.findFor(value.getClass(), value).orElseThrow();
    }

    private static String withoutValues(StatementException broken) {
        var context = broken.getStatementContext();
        var statement =
                context == null ? "" : String.valueOf(context.getRawSql()).strip();
        return "%s [%s]".formatted(broken.getShortMessage(), statement);
    }
}
