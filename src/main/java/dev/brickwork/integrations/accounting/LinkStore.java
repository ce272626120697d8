package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.Books;
import dev.brickwork.integrations.accounting.books.Tokens;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.platform.security.SecretEncryption;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Every statement about links. Credentials go in and out sealed.
final class LinkStore {
    static final Duration LEASE = Duration.ofMinutes(2);

    private final SecretEncryption seal;

    LinkStore(SecretEncryption seal) {
        this.seal = seal;
    }

    private static String about(SellerId seller) {
        return "accounting:" + seller.value();
    }

    Optional<Link> find(SqlSession tx, SellerId seller) {
        return tx.query("""
                SELECT kind, organisation, state, is_active, mapping, connected_at, last_synced_at
                FROM accounting_link
                WHERE seller_id = :seller
                """)
                .bind("seller", seller.value())
                .map((row, _) -> new Link(
                        Books.Kind.valueOf(Columns.text(row, "kind")),
                        Columns.text(row, "organisation"),
                        Columns.text(row, "state").equals("REFUSED"),
                        Columns.flag(row, "is_active"),
                        mapping(Columns.text(row, "mapping")),
                        Columns.instant(row, "connected_at"),
                        Columns.maybeInstant(row, "last_synced_at")))
                .findOne();
    }

    /// Those of the sellers whose books are connected; what happens while they are halted waits.
    Set<SellerId> linked(SqlSession tx, Set<SellerId> sellers) {
        return tx.query("""
                SELECT seller_id
                FROM accounting_link
                WHERE seller_id = ANY (:sellers::uuid[])
                """)
                .bind("sellers", IdList.of(sellers, SellerId::value))
                .map((row, _) -> new SellerId(Columns.uuid(row, "seller_id")))
                .set();
    }

    /// Connects, or connects again. A worker with a sync under way finishes it with the old settings, and loses its
    /// lease.
    void save(Tx tx, Link link, Credentials credentials) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO accounting_link (seller_id, kind, state, is_active, organisation, credentials, mapping,
                            connected_at)
                        VALUES (:seller, :kind, 'CONNECTED', :isActive, :organisation, :credentials, :mapping::jsonb, :now)
                        ON CONFLICT (seller_id) DO UPDATE
                        SET kind = :kind, state = 'CONNECTED', is_active = :isActive, organisation = :organisation,
                            credentials = :credentials, mapping = :mapping::jsonb, connected_at = :now,
                            lease_until = NULL, fence = nextval('accounting_fence')
                        """)
                        .bind("kind", link.kind().name())
                        .bind("isActive", link.isActive())
                        .bind("organisation", link.organisation())
                        .bind("credentials", seal.seal(credentials.packed(), about(tx.seller())))
                        .bind("mapping", json(link.mapping()))
                        .bind("now", link.connectedAt())
                        .execute(),
                "accounting link");
    }

    /// Changes what was agreed on, and leaves the credentials alone: a token may be renewed at this moment.
    void change(Tx tx, Link link) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE accounting_link
                        SET is_active = :isActive, mapping = :mapping::jsonb
                        WHERE seller_id = :seller
                        """)
                        .bind("isActive", link.isActive())
                        .bind("mapping", json(link.mapping()))
                        .execute(),
                "accounting link");
    }

    /// All links. Says how many were at work.
    int halt(SqlSession tx) {
        return tx.update("""
                UPDATE accounting_link -- of all sellers: no seller_id
                SET is_active = false
                WHERE is_active
                """).execute();
    }

    void delete(Tx tx) {
        tx.update("DELETE FROM accounting_link WHERE seller_id = :seller").execute();
    }

    /// The books do not let us in. Those that were connected anew meanwhile have not been asked.
    void refuse(SqlSession tx, Claim claim) {
        tx.update("UPDATE accounting_link SET state = 'REFUSED' WHERE seller_id = :seller AND fence = :fence")
                .bind("seller", claim.seller().value())
                .bind("fence", claim.fence())
                .execute();
    }

    Credentials credentials(SqlSession tx, SellerId seller) {
        var sealed = tx.query("SELECT credentials FROM accounting_link WHERE seller_id = :seller")
                .bind("seller", seller.value())
                .map((row, _) -> Columns.bytes(row, "credentials"))
                .one();
        return Credentials.unpacked(seal.open(sealed, about(seller)));
    }

    /// Stores renewed tokens unless another process has renewed them since.
    boolean renew(SqlSession tx, SellerId seller, Tokens stale, Tokens fresh) {
        var sealed = tx.query("SELECT credentials FROM accounting_link WHERE seller_id = :seller FOR UPDATE")
                .bind("seller", seller.value())
                .map((row, _) -> Columns.bytes(row, "credentials"))
                .one();
        var stored = Credentials.unpacked(seal.open(sealed, about(seller)));
        if (!stored.tokens().equals(stale)) return false;
        Rows.exactlyOne(
                tx.update("UPDATE accounting_link SET credentials = :credentials WHERE seller_id = :seller")
                        .bind("seller", seller.value())
                        .bind("credentials", seal.seal(stored.with(fresh).packed(), about(seller)))
                        .execute(),
                "renewed tokens");
        return true;
    }

    /// The right to carry one seller's things over, until the lease ends.
    record Claim(SellerId seller, long fence) {}

    /// Claims sellers that have due tasks and no lease, least recently claimed first, because a due task may have
    /// to wait for one that is not due.
    List<Claim> claim(SqlSession tx, Instant now, int max) {
        return tx.query("""
                UPDATE accounting_link l
                SET lease_until = :lease, fence = nextval('accounting_fence')
                FROM (SELECT d.seller_id
                      FROM accounting_link d
                      WHERE d.is_active AND d.state = 'CONNECTED' AND (d.lease_until IS NULL OR d.lease_until < :now)
                        AND EXISTS (SELECT FROM accounting_push p
                                    WHERE p.seller_id = d.seller_id AND p.outcome = 'RETRYING' AND p.due_at <= :now)
                      ORDER BY d.fence
                      LIMIT :max
                      FOR UPDATE OF d SKIP LOCKED) due
                WHERE l.seller_id = due.seller_id
                RETURNING l.seller_id, l.fence
                """)
                .bind("now", now)
                .bind("lease", now.plus(LEASE))
                .bind("max", max)
                .map((row, _) -> new Claim(new SellerId(Columns.uuid(row, "seller_id")), Columns.number(row, "fence")))
                .list();
    }

    /// Extends the lease; false when the worker has lost it, or the link is not active any more.
    boolean renew(SqlSession tx, Claim claim, Instant now) {
        return Rows.atMostOne(
                tx.update("""
                        UPDATE accounting_link
                        SET lease_until = :lease
                        WHERE seller_id = :seller AND fence = :fence AND is_active AND state = 'CONNECTED'
                        """)
                        .bind("lease", now.plus(LEASE))
                        .bind("seller", claim.seller().value())
                        .bind("fence", claim.fence())
                        .execute(),
                "lease");
    }

    /// Whether the link is still the one that was claimed. It stays so until the transaction ends.
    boolean isHeld(SqlSession tx, Claim claim) {
        return tx.query("SELECT true FROM accounting_link WHERE seller_id = :seller AND fence = :fence FOR UPDATE")
                .bind("seller", claim.seller().value())
                .bind("fence", claim.fence())
                .mapTo(Boolean.class)
                .findOne()
                .isPresent();
    }

    void release(SqlSession tx, Claim claim, Optional<Instant> syncedAt) {
        tx.update("""
                UPDATE accounting_link
                SET lease_until = NULL, last_synced_at = coalesce(:at::timestamptz, last_synced_at)
                WHERE seller_id = :seller AND fence = :fence
                """)
                .bind("seller", claim.seller().value())
                .bind("fence", claim.fence())
                .bind("at", syncedAt)
                .execute();
    }

    static String json(Map<String, String> mapping) {
        return JsonWriter.text(json -> json.object(out -> mapping.forEach(out::put)));
    }

    static Map<String, String> mapping(String json) {
        var all = new LinkedHashMap<String, String>();
        JsonReader.stored(json)
                .properties()
                .forEach(word -> all.put(word.getKey(), word.getValue().asText()));
        return all;
    }
}
