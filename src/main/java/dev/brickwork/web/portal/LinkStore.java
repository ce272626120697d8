package dev.brickwork.web.portal;

import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.web.portal.access.PageToken;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The links that sellers handed out.
final class LinkStore {
    /// How long an expired link is still known, to say that it has expired.
    private static final Duration KEPT_AFTER_EXPIRY = Duration.ofDays(90);

    void insert(Tx tx, Link link, PageToken token, Instant now) {
        forgetOld(tx, link.subscription(), now);
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO page_link (seller_id, id, kind, token_hash, subscription_id, order_id, person_id, company_id,
                            created_at, offered_at, expires_at)
                        VALUES (:seller, :id, :kind, :hash, :subscription, :order, :person, :company, :now, :offeredAt,
                            :expiresAt)
                        """)
                        .bind("id", link.id())
                        .bind("kind", link.kind().name())
                        .bind("hash", token.hash())
                        .bind("subscription", link.subscription().value())
                        .bind("order", link.order().map(OrderId::value))
                        .bind("person", link.person())
                        .bind("company", link.company())
                        .bind("now", now)
                        .bind("offeredAt", link.offeredAt())
                        .bind("expiresAt", link.expiresAt())
                        .execute(),
                "page link");
    }

    /// Old links of the same subscription go when a new one comes, so the table does not grow by itself.
    private static void forgetOld(Tx tx, SubscriptionId subscription, Instant now) {
        tx.update("""
                DELETE FROM page_link
                WHERE seller_id = :seller AND subscription_id = :subscription AND expires_at < :old
                """)
                .bind("subscription", subscription.value())
                .bind("old", now.minus(KEPT_AFTER_EXPIRY))
                .execute();
    }

    /// The token finds the seller.
    Optional<Link> find(SqlSession tx, Link.Kind kind, PageToken token) {
        return tx.query("""
                SELECT seller_id, id, kind, subscription_id, order_id, person_id, company_id, offered_at, expires_at
                FROM page_link
                WHERE token_hash = :hash AND kind = :kind
                """)
                .bind("hash", token.hash())
                .bind("kind", kind.name())
                .map((row, _) -> new Link(
                        new SellerId(Columns.uuid(row, "seller_id")),
                        Columns.uuid(row, "id"),
                        Link.Kind.valueOf(Columns.text(row, "kind")),
                        new SubscriptionId(Columns.uuid(row, "subscription_id")),
                        Columns.maybeUuid(row, "order_id").map(OrderId::new),
                        Columns.maybeUuid(row, "person_id"),
                        Columns.maybeUuid(row, "company_id"),
                        Columns.instant(row, "offered_at"),
                        Columns.instant(row, "expires_at")))
                .findOne();
    }
}
