package dev.brickwork.metering;

import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// Every statement that writes thresholds and what was warned of.
public final class ThresholdStore {
    public void put(Tx tx, UUID subscription, UUID brick, Thresholds thresholds) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO usage_threshold (seller_id, subscription_id, brick_id, precommitment, units, money,
                            notification_emails)
                        VALUES (:seller, :subscription, :brick, :precommitment::numeric[], :units::numeric[],
                            :money::bigint[], :emails::text[])
                        ON CONFLICT (seller_id, subscription_id, brick_id) DO UPDATE
                        SET precommitment = excluded.precommitment, units = excluded.units, money = excluded.money,
                            notification_emails = excluded.notification_emails
                        """)
                        .bind("subscription", subscription)
                        .bind("brick", brick)
                        .bind("precommitment", texts(thresholds.precommitment(), BigDecimal::toPlainString))
                        .bind("units", texts(thresholds.units(), BigDecimal::toPlainString))
                        .bind("money", texts(thresholds.money(), String::valueOf))
                        .bind("emails", texts(thresholds.emails(), email -> email))
                        .execute(),
                "thresholds");
    }

    public Optional<Thresholds> find(Tx tx, UUID subscription, UUID brick) {
        return tx.query("""
                SELECT precommitment, units, money, notification_emails
                FROM usage_threshold
                WHERE seller_id = :seller AND subscription_id = :subscription AND brick_id = :brick
                """)
                .bind("subscription", subscription)
                .bind("brick", brick)
                .map((row, _) -> new Thresholds(
                        decimals(row, "precommitment"),
                        decimals(row, "units"),
                        Arrays.asList((Long[]) row.getArray("money").getArray()),
                        Columns.texts(row, "notification_emails")))
                .findOne();
    }

    /// Deletes the addresses of a customer's warnings; the thresholds themselves hold no personal data.
    public void forget(Tx tx, UUID customer) {
        tx.update("""
                UPDATE usage_threshold
                SET notification_emails = '{}'
                WHERE seller_id = :seller AND notification_emails <> '{}' AND subscription_id IN (
                    SELECT id
                    FROM subscription
                    WHERE seller_id = :seller AND (customer_id = :customer OR billed_company_id = :customer))
                """).bind("customer", customer).execute(); // as many as there are
    }

    private static List<BigDecimal> decimals(ResultSet row, String column) throws SQLException {
        return Arrays.asList((BigDecimal[]) row.getArray(column).getArray());
    }

    /// True when this is the first time: told once per window and threshold.
    public boolean tellOnce(Tx tx, UUID subscription, UUID brick, LocalDate windowStart, Thresholds.Alert alert) {
        int written = tx.update("""
                INSERT INTO usage_alert (seller_id, subscription_id, brick_id, window_start, kind, threshold, told_at)
                VALUES (:seller, :subscription, :brick, :start, :kind, :threshold, :now)
                ON CONFLICT (seller_id, subscription_id, brick_id, window_start, kind, threshold) DO NOTHING
                """)
                .bind("subscription", subscription)
                .bind("brick", brick)
                .bind("start", windowStart)
                .bind("kind", alert.kind())
                .bind("threshold", alert.threshold())
                .execute();
        return Rows.atMostOne(written, "warned");
    }

    private static <T> String[] texts(List<T> items, Function<T, String> text) {
        return items.stream().map(text).toArray(String[]::new);
    }
}
