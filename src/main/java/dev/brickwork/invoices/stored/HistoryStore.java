package dev.brickwork.invoices.stored;

import dev.brickwork.kernel.Caller;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Rows;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Writes down who did what to an invoice, and why.
public final class HistoryStore {
    public void add(Handle tx, Caller caller, UUID invoice, String what, Optional<String> reason) {
        add(tx, caller, List.of(invoice), what, reason);
    }

    public void add(Handle tx, Caller caller, List<UUID> invoices, String what, Optional<String> reason) {
        var batch = tx.prepareBatch("""
                INSERT INTO invoice_history (seller_id, id, invoice_id, happened_at, actor, what, reason, details)
                VALUES (:seller, :id, :invoice, :now, :actor, :what, :reason,
                    jsonb_build_object('request_id', :request::text))
                """);
        for (var invoice : invoices) {
            batch.bind("seller", caller.seller().value())
                    .bind("id", Ids.next())
                    .bind("invoice", invoice)
                    .bind("now", caller.now())
                    .bind("actor", caller.actor())
                    .bind("what", what)
                    .bind("reason", reason)
                    .bind("request", caller.requestId())
                    .add();
        }
        Rows.each(invoices.size(), batch.execute(), "history");
    }
}
