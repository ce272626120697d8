package dev.brickwork.plumbing.database;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementException;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.TemplateEngine;

/// How values travel to the database. Times go as what they are; the library's own way takes a detour over the time
/// zone of the machine. Text, numbers, bytes and `Optional` of them need nothing from us. No reflection
/// anywhere.
final class Types {
    private Types() {}

    static Jdbi register(Jdbi jdbi) {
        jdbi.registerArgument(new Moments());
        jdbi.registerArgument(new Dates());
        jdbi.registerArgument(new Ids()); // The last is asked first, and nearly every statement has an id.
        jdbi.registerColumnMapper(Instant.class, (row, column, context) -> {
            var value = row.getObject(column, OffsetDateTime.class);
            return value == null ? null : value.toInstant();
        });
        jdbi.registerColumnMapper(LocalDate.class, (row, column, context) -> row.getObject(column, LocalDate.class));
        // Statements are constant text: `<` is less-than, never the start of a template.
        jdbi.getConfig(SqlStatements.class).setTemplateEngine(TemplateEngine.NOP);
        // The library would tell the bound values too: names, addresses, hashes (REL-I21).
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(Types::withoutValues);
        return jdbi;
    }

    private static String withoutValues(StatementException broken) {
        var context = broken.getStatementContext();
        var statement =
                context == null ? "" : String.valueOf(context.getRawSql()).strip();
        return "%s [%s]".formatted(broken.getShortMessage(), statement);
    }

    private static final class Ids extends AbstractArgumentFactory<UUID> {
        Ids() {
            super(java.sql.Types.OTHER);
        }

        @Override
        protected Argument build(UUID value, ConfigRegistry config) {
            return (position, statement, context) -> statement.setObject(position, value);
        }
    }

    /// PostgreSQL keeps microseconds. Cutting, not rounding, keeps a moment from moving into the next day.
    private static final class Moments extends AbstractArgumentFactory<Instant> {
        Moments() {
            super(java.sql.Types.TIMESTAMP_WITH_TIMEZONE);
        }

        @Override
        protected Argument build(Instant value, ConfigRegistry config) {
            var kept = value.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
            return (position, statement, context) -> statement.setObject(position, kept);
        }
    }

    private static final class Dates extends AbstractArgumentFactory<LocalDate> {
        Dates() {
            super(java.sql.Types.DATE);
        }

        @Override
        protected Argument build(LocalDate value, ConfigRegistry config) {
            return (position, statement, context) -> statement.setObject(position, value);
        }
    }
}
