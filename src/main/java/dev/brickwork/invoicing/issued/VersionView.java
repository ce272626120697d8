package dev.brickwork.invoicing.issued;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.Invoice;
import dev.brickwork.platform.audit.ActorJson;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import dev.brickwork.platform.json.JsonReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The versions of an invoice and its history as the API shows them; writes nothing.
public final class VersionView {
    private static final String WHOLE = """
            SELECT v.id, v.invoice_id, v.version, v.number, v.snapshot, v.created_at,
                ARRAY(SELECT ARRAY[line.id::text, line.kind, line.details ->> 'kind', line.name, line.brick_id::text,
                        line.code, line.quantity::text, line.starts_on::text, line.ends_on::text, line.gross::text,
                        line.discount::text, line.tax::text]
                    FROM invoice_line line
                    WHERE line.seller_id = v.seller_id AND line.invoice_id = v.invoice_id AND line.version = v.version
                    ORDER BY line.position) AS lines
            FROM invoice_version v
            WHERE v.seller_id = :seller AND v.invoice_id = :invoice
            """;

    public record Stored(
            UUID id,
            UUID invoice,
            int version,
            String number,
            JsonNode snapshot,
            Instant createdAt,
            List<Invoice.Item> lines) {
        private static Stored of(ResultSet row) throws SQLException {
            return new Stored(
                    Columns.uuid(row, "id"),
                    Columns.uuid(row, "invoice_id"),
                    Columns.count(row, "version"),
                    Columns.text(row, "number"),
                    JsonReader.stored(Columns.text(row, "snapshot")),
                    Columns.instant(row, "created_at"),
                    InvoiceView.items(Columns.table(row, "lines")));
        }
    }

    public boolean isThere(Tx tx, InvoiceId invoice) {
        return tx.query("SELECT EXISTS (SELECT FROM invoice WHERE seller_id = :seller AND id = :id) AS found")
                .bind("id", invoice.value())
                .map((row, _) -> row.getBoolean("found"))
                .one();
    }

    public long count(Tx tx, InvoiceId invoice) {
        return tx.query("SELECT count(*) FROM invoice_version WHERE seller_id = :seller AND invoice_id = :invoice")
                .bind("invoice", invoice.value())
                .mapTo(Long.class)
                .one();
    }

    public List<Stored> list(Tx tx, InvoiceId invoice, Page page) {
        return tx.query(WHOLE
                        + " ORDER BY v.version %s LIMIT :limit OFFSET :offset"
                                .formatted(page.ordering().direction()))
                .bind("invoice", invoice.value())
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> Stored.of(row))
                .list();
    }

    public Optional<Stored> find(Tx tx, InvoiceId invoice, int version) {
        return tx.query(WHOLE + " AND v.version = :version")
                .bind("invoice", invoice.value())
                .bind("version", version)
                .map((row, _) -> Stored.of(row))
                .findOne();
    }

    /// An entry of the history of an invoice.
    ///
    /// @param details JSON
    public record Happened(
            Instant at,
            String actor,
            Optional<String> actorName,
            String what,
            Optional<String> reason,
            String details) {}

    public long countHistory(Tx tx, InvoiceId invoice) {
        return tx.query("SELECT count(*) FROM invoice_history WHERE seller_id = :seller AND invoice_id = :invoice")
                .bind("invoice", invoice.value())
                .mapTo(Long.class)
                .one();
    }

    public List<Happened> history(Tx tx, InvoiceId invoice, Page page) {
        return tx.query("""
                SELECT happened_at, actor, what, reason, details, %2$s AS actor_name
                FROM invoice_history
                WHERE seller_id = :seller AND invoice_id = :invoice
                ORDER BY happened_at %1$s, id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction(), ActorJson.KEY_NAME.formatted("invoice_history")))
                .bind("invoice", invoice.value())
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> new Happened(
                        Columns.instant(row, "happened_at"),
                        Columns.text(row, "actor"),
                        Columns.maybeText(row, "actor_name"),
                        Columns.text(row, "what"),
                        Columns.maybeText(row, "reason"),
                        Columns.text(row, "details")))
                .list();
    }
}
