package dev.brickwork.catalog;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.database.Where;
import dev.brickwork.platform.http.Page;
import dev.brickwork.pricing.money.Percent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/// Every statement that touches coupons.
public final class CouponStore {
    public static final String TAKEN = "Another coupon has this code.";

    /// Filters of a list of coupons.
    ///
    /// @param isValid whether an order could use it now
    public record Filter(Optional<Boolean> isActive, Optional<Boolean> isValid) {}

    public void insert(Tx tx, DiscountCoupon coupon) {
        try {
            Rows.exactlyOne(
                    tx.update("""
                            INSERT INTO discount_coupon (seller_id, code_key, code, name, description, discount_rate,
                                duration_months, expires_at, max_redemptions, active, created_at)
                            VALUES (:seller, :key, :code, :name, :description, :rate, :months, :expiresAt, :max,
                                :active, :createdAt)
                            """)
                            .bind("key", DiscountCoupon.key(coupon.code()))
                            .bind("code", coupon.code())
                            .bind("name", coupon.name())
                            .bind("description", coupon.description())
                            .bind("rate", coupon.rate().value())
                            .bind("months", coupon.durationMonths())
                            .bind("expiresAt", coupon.expiresAt())
                            .bind("max", coupon.redemptionsMax())
                            .bind("active", coupon.isActive())
                            .bind("createdAt", coupon.createdAt())
                            .execute(),
                    "new coupon");
        } catch (UnableToExecuteStatementException refused) {
            if (!SqlState.is(SqlState.UNIQUE_VIOLATION, refused)) throw refused;
            throw Refusal.badField("code", TAKEN);
        }
    }

    public void update(Tx tx, DiscountCoupon coupon) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE discount_coupon
                        SET name = :name, description = :description, expires_at = :expiresAt, max_redemptions = :max,
                            active = :active, version = version + 1
                        WHERE seller_id = :seller AND code_key = :key
                        """)
                        .bind("key", DiscountCoupon.key(coupon.code()))
                        .bind("name", coupon.name())
                        .bind("description", coupon.description())
                        .bind("expiresAt", coupon.expiresAt())
                        .bind("max", coupon.redemptionsMax())
                        .bind("active", coupon.isActive())
                        .execute(),
                "changed coupon");
    }

    /// Takes one use if there is one to take; false when the coupon cannot be used now. Concurrent orders wait on
    /// the row and then see the new count, so the maximum holds (rule D-09).
    public boolean redeem(Tx tx, String code) {
        return Rows.atMostOne(
                tx.update("""
                        UPDATE discount_coupon
                        SET redemptions = redemptions + 1
                        WHERE seller_id = :seller AND code_key = :key AND active
                          AND (expires_at IS NULL OR expires_at > :now)
                          AND (max_redemptions IS NULL OR redemptions < max_redemptions)
                        """).bind("key", DiscountCoupon.key(code)).execute(), "redeemed coupon");
    }

    public Optional<DiscountCoupon> find(Tx tx, String code) {
        return tx.query("SELECT * FROM discount_coupon WHERE seller_id = :seller AND code_key = :key")
                .bind("key", DiscountCoupon.key(code))
                .map((row, _) -> coupon(row))
                .findOne();
    }

    public Optional<DiscountCoupon> lock(Tx tx, String code) {
        return tx.query("""
                SELECT *
                FROM discount_coupon
                WHERE seller_id = :seller AND code_key = :key
                FOR NO KEY UPDATE
                """)
                .bind("key", DiscountCoupon.key(code))
                .map((row, _) -> coupon(row))
                .findOne();
    }

    public List<DiscountCoupon> list(Tx tx, Filter filter, Page page) {
        var where = where(tx.caller(), filter);
        return where.bind(tx.query("SELECT * FROM discount_coupon " + where.sql() // seller_id in Where
                        + " ORDER BY created_at %1$s, code_key %1$s LIMIT :limit OFFSET :offset"
                                .formatted(page.ordering().direction())))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> coupon(row))
                .list();
    }

    public long count(Tx tx, Filter filter) {
        var where = where(tx.caller(), filter);
        return where.bind(tx.query("SELECT count(*) FROM discount_coupon " + where.sql())) // seller_id in Where
                .mapTo(Long.class)
                .one();
    }

    /// The condition of `DiscountCoupon.isValid` in SQL.
    private static Where where(Caller caller, Filter filter) {
        var where = Where.seller(caller.seller().value()).and("active = :active", "active", filter.isActive);
        if (filter.isValid.isEmpty()) return where;
        return where.and("""
                :valid = (active AND coalesce(expires_at > :now, true)
                    AND coalesce(redemptions < max_redemptions, true))
                """, "valid", filter.isValid).with("now", caller.now());
    }

    private static DiscountCoupon coupon(ResultSet row) throws SQLException {
        return new DiscountCoupon(
                Columns.text(row, "code"),
                Columns.maybeText(row, "name"),
                Columns.maybeText(row, "description"),
                new Percent(Columns.decimal(row, "discount_rate")),
                Columns.count(row, "duration_months"),
                Columns.maybeInstant(row, "expires_at"),
                Columns.maybeCount(row, "max_redemptions"),
                Columns.count(row, "redemptions"),
                Columns.flag(row, "active"),
                Columns.instant(row, "created_at"),
                Columns.number(row, "version"));
    }
}
