package dev.brickwork.platform.database;

import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Reads one column of a row by hand. A column that may be NULL has a method that says so; the others throw when
/// they meet one, since the table must have forbidden it.
public final class Columns {
    private Columns() {}

    public static UUID uuid(ResultSet row, String column) throws SQLException {
        return present(row.getObject(column, UUID.class), column);
    }

    public static Optional<UUID> maybeUuid(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, UUID.class));
    }

    public static String text(ResultSet row, String column) throws SQLException {
        return present(row.getString(column), column);
    }

    public static Optional<String> maybeText(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getString(column));
    }

    public static Instant instant(ResultSet row, String column) throws SQLException {
        return present(row.getObject(column, OffsetDateTime.class), column).toInstant();
    }

    public static Optional<Instant> maybeInstant(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }

    public static LocalDate date(ResultSet row, String column) throws SQLException {
        return present(row.getObject(column, LocalDate.class), column);
    }

    public static Optional<LocalDate> maybeDate(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, LocalDate.class));
    }

    /// By its name in the tz database.
    public static Zone zone(ResultSet row, String column) throws SQLException {
        return Zone.parse(text(row, column)).orElseThrow();
    }

    public static Currency currency(ResultSet row, String column) throws SQLException {
        return Currency.of(text(row, column));
    }

    public static BigDecimal decimal(ResultSet row, String column) throws SQLException {
        return present(row.getBigDecimal(column), column);
    }

    public static Optional<BigDecimal> maybeDecimal(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getBigDecimal(column));
    }

    /// `getLong` and its kin turn NULL into zero, hence the question afterwards.
    public static long number(ResultSet row, String column) throws SQLException {
        return maybeNumber(row, column).orElseThrow(() -> new IllegalStateException("NULL in " + column));
    }

    public static Optional<Long> maybeNumber(ResultSet row, String column) throws SQLException {
        var value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }

    public static int count(ResultSet row, String column) throws SQLException {
        return maybeCount(row, column).orElseThrow(() -> new IllegalStateException("NULL in " + column));
    }

    public static Optional<Integer> maybeCount(ResultSet row, String column) throws SQLException {
        var value = row.getInt(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }

    public static boolean flag(ResultSet row, String column) throws SQLException {
        return maybeFlag(row, column).orElseThrow(() -> new IllegalStateException("NULL in " + column));
    }

    public static Optional<Boolean> maybeFlag(ResultSet row, String column) throws SQLException {
        var value = row.getBoolean(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }

    public static byte[] bytes(ResultSet row, String column) throws SQLException {
        return present(row.getBytes(column), column);
    }

    public static List<String> texts(ResultSet row, String column) throws SQLException {
        return List.of((String[]) present(row.getArray(column), column).getArray());
    }

    /// Rows that belong to this one, as `ARRAY(SELECT ARRAY[…] FROM …)` brings them along.
    public static List<Cells> table(ResultSet row, String column) throws SQLException {
        var all = new ArrayList<Cells>();
        for (var each : (Object[]) present(row.getArray(column), column).getArray())
            all.add(new Cells((String[]) each));
        return all;
    }

    private static <T> T present(T value, String column) {
        if (value == null) throw new IllegalStateException("NULL in " + column);
        return value;
    }
}
