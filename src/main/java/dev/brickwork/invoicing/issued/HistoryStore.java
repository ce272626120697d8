package dev.brickwork.invoicing.issued;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Writes down who did what to an invoice, and why.
public final class HistoryStore {
    public void add(Tx tx, UUID invoice, String what, Optional<String> reason) {
        add(tx, List.of(invoice), what, reason);
    }

    public void add(Tx tx, List<UUID> invoices, String what, Optional<String> reason) {
        var batch = tx.batch("""
                INSERT INTO invoice_history (seller_id, id, invoice_id, happened_at, actor, what, reason, details)
                VALUES (:seller, :id, :invoice, :now, :actor, :what, :reason,
                    jsonb_build_object('request_id', :request::text))
                """);
        for (var invoice : invoices) {
            batch.bind("seller", tx.seller().value())
                    .bind("id", Ids.next())
                    .bind("invoice", invoice)
                    .bind("now", tx.now())
                    .bind("actor", tx.caller().actor())
                    .bind("what", what)
                    .bind("reason", reason)
                    .bind("request", tx.caller().requestId())
                    .add();
        }
        Rows.each(invoices.size(), batch.execute(), "history");
    }
}
