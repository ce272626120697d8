package dev.brickwork.sellers.keys;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import dev.brickwork.platform.http.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Every statement that touches keys.
final class KeyStore {
    /// A key with all that is needed to answer a request, found by one statement.
    record Found(
            SellerId seller,
            byte[] secretHash,
            Set<Scope> scopes,
            List<AddressRange> addresses,
            boolean isTest,
            Optional<Instant> expiresAt,
            Optional<Instant> revokedAt,
            Optional<Instant> clock) {}

    void insert(Tx tx, ApiKey key, byte[] secretHash, Instant realNow) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO api_key (seller_id, id, name, prefix, secret_hash, scopes, allowed_addresses,
                            created_at, created_by, expires_at)
                        VALUES (:seller, :id, :name, :prefix, :hash, :scopes::text[], :addresses::text[], :now, :by, :expires)
                        """)
                        .bind("id", key.id())
                        .bind("name", key.name())
                        .bind("prefix", key.prefix())
                        .bind("hash", secretHash)
                        .bind("scopes", scopesArray(key.scopes()))
                        .bind(
                                "addresses",
                                key.addresses().stream()
                                        .map(AddressRange::text)
                                        .collect(Collectors.joining(",", "{", "}")))
                        .bind("now", realNow)
                        .bind("by", tx.caller().actor())
                        .bind("expires", key.expiresAt())
                        .execute(),
                "new key");
    }

    /// Knows the key and not yet the seller: one of the few statements that cannot begin with it.
    Optional<Found> findByText(SqlSession tx, String id) {
        return tx.query("""
                SELECT k.seller_id, k.secret_hash, k.scopes, k.allowed_addresses, k.expires_at, k.revoked_at, s.mode, c.now
                FROM api_key k
                LEFT JOIN seller s ON s.seller_id = k.seller_id
                LEFT JOIN test_clock c ON c.seller_id = k.seller_id
                WHERE k.id = :id
                """)
                .bind("id", id)
                .map((row, _) -> new Found(
                        new SellerId(Columns.uuid(row, "seller_id")),
                        Columns.bytes(row, "secret_hash"),
                        scopes(row),
                        addresses(row),
                        Columns.maybeText(row, "mode").filter("test"::equals).isPresent(),
                        Columns.maybeInstant(row, "expires_at"),
                        Columns.maybeInstant(row, "revoked_at"),
                        Columns.maybeInstant(row, "now")))
                .findOne();
    }

    Optional<ApiKey> find(Tx tx, String id) {
        return one(tx, id, "");
    }

    Optional<ApiKey> lock(Tx tx, String id) {
        return one(tx, id, "FOR UPDATE OF k");
    }

    private static Optional<ApiKey> one(Tx tx, String id, String lock) {
        return tx.query("""
                SELECT k.*, u.last_used_at
                FROM api_key k
                LEFT JOIN api_key_use u ON u.seller_id = k.seller_id AND u.id = k.id
                WHERE k.seller_id = :seller AND k.id = :id
                """ + lock).bind("id", id).map((row, _) -> key(row)).findOne();
    }

    List<ApiKey> list(Tx tx, Page page) {
        return tx.query("""
                SELECT k.*, u.last_used_at
                FROM api_key k
                LEFT JOIN api_key_use u ON u.seller_id = k.seller_id AND u.id = k.id
                WHERE k.seller_id = :seller
                ORDER BY k.created_at %1$s, k.id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> key(row))
                .list();
    }

    long count(Tx tx) {
        return tx.query("SELECT count(*) FROM api_key WHERE seller_id = :seller")
                .mapTo(Long.class)
                .one();
    }

    /// Whether one key was rotated to another, in one step or several.
    boolean isSuccessor(Tx tx, String id, String former) {
        return tx.query("""
                WITH RECURSIVE successor AS (
                    SELECT replaced_by AS id FROM api_key WHERE seller_id = :seller AND id = :former
                    UNION
                    SELECT k.replaced_by
                    FROM successor
                    JOIN api_key k ON k.seller_id = :seller AND k.id = successor.id)
                SELECT EXISTS (SELECT FROM successor WHERE id = :id)
                """)
                .bind("former", former)
                .bind("id", id)
                .mapTo(Boolean.class)
                .one();
    }

    void revoke(Tx tx, String id, Instant realNow) {
        Rows.exactlyOne(tx.update("""
                        UPDATE api_key
                        SET revoked_at = :now
                        WHERE seller_id = :seller AND id = :id AND revoked_at IS NULL
                        """).bind("id", id).bind("now", realNow).execute(), "revoked key");
    }

    /// The first time counts. A test key is revoked with it.
    void leaked(Tx tx, String id, boolean isRevoked, Instant realNow) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE api_key
                        SET leaked_at = coalesce(leaked_at, :now),
                            revoked_at = CASE WHEN :revoked THEN coalesce(revoked_at, :now) ELSE revoked_at END
                        WHERE seller_id = :seller AND id = :id
                        """)
                        .bind("id", id)
                        .bind("revoked", isRevoked)
                        .bind("now", realNow)
                        .execute(),
                "leaked key");
    }

    /// Names its successor and lets it end, at the latest at that moment.
    void replace(Tx tx, String id, String successor, Instant at) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE api_key
                        SET replaced_by = :successor, expires_at = least(expires_at, :at)
                        WHERE seller_id = :seller AND id = :id AND replaced_by IS NULL
                        """)
                        .bind("id", id)
                        .bind("successor", successor)
                        .bind("at", at)
                        .execute(),
                "replaced key");
    }

    /// To the minute is enough, and one statement serves all keys used in it. Keys of all sellers: a
    /// background job.
    int touch(SqlSession tx, Collection<String> ids, Instant realNow) {
        return tx.update("""
                INSERT INTO api_key_use (seller_id, id, last_used_at)
                SELECT seller_id, id, :now
                FROM api_key
                WHERE id = ANY (:ids::text[])
                ON CONFLICT (seller_id, id) DO UPDATE SET last_used_at = :now
                """)
                .bind("now", realNow)
                .bind("ids", "{" + String.join(",", ids) + "}")
                .execute();
    }

    private static ApiKey key(ResultSet row) throws SQLException {
        return new ApiKey(
                Columns.text(row, "id"),
                Columns.text(row, "name"),
                Columns.text(row, "prefix"),
                scopes(row),
                addresses(row),
                Columns.instant(row, "created_at"),
                Columns.maybeInstant(row, "last_used_at"),
                Columns.maybeInstant(row, "expires_at"),
                Columns.maybeInstant(row, "revoked_at"),
                Columns.maybeInstant(row, "leaked_at"),
                Columns.maybeText(row, "replaced_by"));
    }

    private static Set<Scope> scopes(ResultSet row) throws SQLException {
        return Columns.texts(row, "scopes").stream()
                .map(name -> Scope.parse(name).orElseThrow())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Scope.class)));
    }

    private static List<AddressRange> addresses(ResultSet row) throws SQLException {
        return Columns.texts(row, "allowed_addresses").stream()
                .map(text -> AddressRange.parse(text).orElseThrow())
                .toList();
    }

    private static String scopesArray(Set<Scope> scopes) {
        return scopes.stream().sorted().map(Scope::wire).collect(Collectors.joining(",", "{", "}"));
    }
}
