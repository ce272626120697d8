package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.Books;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.Sha256;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.security.SecretEncryption;
import java.time.Instant;
import java.util.Optional;

/// Every statement about consents that were asked for.
final class ConsentStore {
    private final SecretEncryption seal;

    ConsentStore(SecretEncryption seal) {
        this.seal = seal;
    }

    void save(SqlSession tx, Consent consent, Secret state, Instant expiresAt) {
        var seller = consent.seller();
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO accounting_consent (seller_id, state_hash, kind, client_id, client_secret, mapping,
                            asked_at, expires_at)
                        VALUES (:seller, :state, :kind, :client, :secret, :mapping::jsonb, :asked, :expires)
                        ON CONFLICT (seller_id) DO UPDATE
                        SET state_hash = :state, kind = :kind, client_id = :client, client_secret = :secret,
                            mapping = :mapping::jsonb, asked_at = :asked, expires_at = :expires
                        """)
                        .bind("seller", seller.value())
                        .bind("state", hash(state))
                        .bind("kind", consent.kind().name())
                        .bind("client", consent.clientId())
                        .bind("secret", seal.seal(consent.clientSecret(), about(seller)))
                        .bind("mapping", LinkStore.json(consent.mapping()))
                        .bind("asked", consent.askedAt())
                        .bind("expires", expiresAt)
                        .execute(),
                "consent");
    }

    /// Uses it up. The state finds the seller; an old one finds nothing.
    Optional<Consent> take(SqlSession tx, Secret state, Instant now) {
        return tx.query("""
                DELETE FROM accounting_consent
                WHERE state_hash = :state AND expires_at > :now
                RETURNING seller_id, kind, client_id, client_secret, mapping, asked_at
                """)
                .bind("state", hash(state))
                .bind("now", now)
                .map((row, _) -> {
                    var seller = new SellerId(Columns.uuid(row, "seller_id"));
                    return new Consent(
                            seller,
                            Books.Kind.valueOf(Columns.text(row, "kind")),
                            Columns.text(row, "client_id"),
                            seal.open(Columns.bytes(row, "client_secret"), about(seller)),
                            LinkStore.mapping(Columns.text(row, "mapping")),
                            Columns.instant(row, "asked_at"));
                })
                .findOne();
    }

    private static String about(SellerId seller) {
        return "accounting consent:" + seller.value();
    }

    private static byte[] hash(Secret state) {
        return Sha256.of(state.reveal());
    }
}
