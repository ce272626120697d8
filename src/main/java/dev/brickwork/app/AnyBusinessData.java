package dev.brickwork.app;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.sellers.BusinessData;

/// Looks into modules that `sellers` cannot know: whether there is anything whose time must not run backwards.
final class AnyBusinessData implements BusinessData {
    @Override
    public boolean exists(SqlSession tx, SellerId seller) {
        return tx.query("""
                SELECT EXISTS (SELECT FROM subscription WHERE seller_id = :seller)
                    OR EXISTS (SELECT FROM invoice WHERE seller_id = :seller)
                    OR EXISTS (SELECT FROM usage_total WHERE seller_id = :seller) AS found
                """)
                .bind("seller", seller.value())
                .map((row, _) -> row.getBoolean("found"))
                .one();
    }
}
