package dev.brickwork.invoicing.issued;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.Attachment;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.pages.FileLinks;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Every statement about attachments.
public final class AttachmentStore {
    /// Keeps the links of attachments from opening other files.
    public static final String LINK = "attachment";

    private final FileLinks links;

    public AttachmentStore(FileLinks links) {
        this.links = links;
    }

    String url(SellerId seller, UUID id) {
        return links.to(LINK, seller.value() + "/" + id).url();
    }

    /// Locks the invoice whose attachments are changed, so that two uploads do not take the same place. First locks
    /// its subscription, as changes of a contract do: attachments of that are changed through any of its invoices.
    public Optional<Hanger> lock(Tx tx, InvoiceId invoice) {
        tx.query("""
                SELECT true
                FROM subscription
                WHERE seller_id = :seller
                    AND id = (SELECT subscription_id FROM invoice WHERE seller_id = :seller AND id = :invoice)
                FOR NO KEY UPDATE
                """).bind("invoice", invoice.value()).mapTo(Boolean.class).findOne();
        return tx.query("""
                SELECT id, subscription_id
                FROM invoice
                WHERE seller_id = :seller AND id = :invoice
                FOR NO KEY UPDATE
                """)
                .bind("invoice", invoice.value())
                .map((row, _) -> new Hanger(Columns.uuid(row, "id"), Columns.maybeUuid(row, "subscription_id")))
                .findOne();
    }

    public record Hanger(UUID invoice, Optional<UUID> subscription) {}

    /// Those of the invoice and those of its subscription, in their one order.
    public List<Attachment> of(Tx tx, Hanger hanger) {
        return tx.query("""
                SELECT id, name, octet_length(pdf) AS size, invoice_id IS NOT NULL AS is_own,
                    row_number() OVER (ORDER BY place, created_at, id) AS position
                FROM invoice_attachment
                WHERE seller_id = :seller AND removed_at IS NULL
                    AND coalesce(invoice_id, subscription_id) IN (:invoice, :subscription::uuid)
                ORDER BY place, created_at, id
                """)
                .bind("invoice", hanger.invoice)
                .bind("subscription", hanger.subscription)
                .map((row, _) -> new Attachment(
                        Columns.uuid(row, "id"),
                        Columns.text(row, "name"),
                        url(tx.seller(), Columns.uuid(row, "id")),
                        Columns.number(row, "size"),
                        Columns.flag(row, "is_own") ? Attachment.Target.INVOICE : Attachment.Target.SUBSCRIPTION,
                        Columns.count(row, "position")))
                .list();
    }

    /// The most files, and the most bytes, that an invoice carries which another one for this target would be on.
    public Load load(Tx tx, Hanger hanger, Attachment.Target target) {
        return tx.query("""
                SELECT coalesce(max(each.count), 0) AS count, coalesce(max(each.bytes), 0)::bigint AS bytes
                FROM (SELECT count(*) AS count, sum(octet_length(a.pdf)) AS bytes
                      FROM invoice i
                      JOIN invoice_attachment a ON a.seller_id = i.seller_id AND a.removed_at IS NULL
                          AND coalesce(a.invoice_id, a.subscription_id) IN (i.id, i.subscription_id)
                      WHERE i.seller_id = :seller AND (i.id = :invoice OR i.subscription_id = :everywhere::uuid)
                      GROUP BY i.id) each
                """)
                .bind("invoice", hanger.invoice)
                .bind("everywhere", hanger.subscription.filter(_ -> target == Attachment.Target.SUBSCRIPTION))
                .map((row, _) -> new Load(Columns.count(row, "count"), Columns.number(row, "bytes")))
                .one();
    }

    public record Load(int count, long bytes) {}

    /// Before whatever has its place or a later one; at the end when it names none.
    public void insert(Tx tx, Hanger hanger, Fresh fresh) {
        int place = fresh.before.map(other -> makeRoom(tx, hanger, other)).orElseGet(() -> last(tx, hanger) + 1);
        boolean isOwn = fresh.target == Attachment.Target.INVOICE;
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO invoice_attachment (seller_id, id, invoice_id, subscription_id, name, pdf, place, created_at)
                        VALUES (:seller, :id, :invoice::uuid, :subscription::uuid, :name, :pdf, :place, :now)
                        """)
                        .bind("id", fresh.id)
                        .bind("invoice", isOwn ? Optional.of(hanger.invoice) : Optional.<UUID>empty())
                        .bind("subscription", isOwn ? Optional.<UUID>empty() : hanger.subscription)
                        .bind("name", fresh.name)
                        .bind("pdf", fresh.pdf)
                        .bind("place", place)
                        .execute(),
                "attachment");
    }

    /// A file that comes.
    ///
    /// @param before the attachment that it comes before; empty for the end
    public record Fresh(UUID id, Attachment.Target target, String name, byte[] pdf, Optional<UUID> before) {}

    private static int last(Tx tx, Hanger hanger) {
        return tx.query("""
                SELECT coalesce(max(place), 0)
                FROM invoice_attachment
                WHERE seller_id = :seller AND coalesce(invoice_id, subscription_id) IN (:invoice, :subscription::uuid)
                """)
                .bind("invoice", hanger.invoice)
                .bind("subscription", hanger.subscription)
                .mapTo(Integer.class)
                .one();
    }

    private static int makeRoom(Tx tx, Hanger hanger, UUID other) {
        int place = tx.query("SELECT place FROM invoice_attachment WHERE seller_id = :seller AND id = :id")
                .bind("id", other)
                .mapTo(Integer.class)
                .one();
        tx.update("""
                UPDATE invoice_attachment SET place = place + 1
                WHERE seller_id = :seller AND place >= :place
                    AND coalesce(invoice_id, subscription_id) IN (:invoice, :subscription::uuid)
                """)
                .bind("place", place)
                .bind("invoice", hanger.invoice)
                .bind("subscription", hanger.subscription)
                .execute();
        return place;
    }

    public boolean remove(Tx tx, Hanger hanger, UUID id) {
        return Rows.atMostOne(
                tx.update("""
                        UPDATE invoice_attachment SET removed_at = :now
                        WHERE seller_id = :seller AND id = :id AND removed_at IS NULL
                            AND coalesce(invoice_id, subscription_id) IN (:invoice, :subscription::uuid)
                        """)
                        .bind("id", id)
                        .bind("invoice", hanger.invoice)
                        .bind("subscription", hanger.subscription)
                        .execute(),
                "attachment");
    }

    public record Stored(String name, byte[] pdf) {}

    public Optional<Stored> read(SqlSession tx, SellerId seller, UUID id) {
        return tx.query("""
                SELECT name, pdf FROM invoice_attachment WHERE seller_id = :seller AND id = :id AND removed_at IS NULL
                """)
                .bind("seller", seller.value())
                .bind("id", id)
                .map((row, _) -> new Stored(Columns.text(row, "name"), Columns.bytes(row, "pdf")))
                .findOne();
    }
}
