package dev.brickwork.payments.charges;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.booking.Intent;
import dev.brickwork.payments.collection.Outcome;
import dev.brickwork.payments.processor.Method;
import dev.brickwork.payments.processor.MethodType;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.statement.Update;

/// Every statement that touches charges.
public final class IntentStore {
    void insert(Tx tx, Intent intent) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO charge (seller_id, id, invoice_id, company_id, currency, amount, cause, account_id,
                            payer_id, wanted_id, method_type, state, is_held, intended_at, look_at)
                        VALUES (:seller, :id, :invoice, :company, :currency, :amount, :cause, :account, :payer, :wanted,
                            :type, 'PROCESSING', :isHeld, :intendedAt, :lookAt)
                        """)
                        .bind("id", intent.id())
                        .bind("invoice", intent.invoice().value())
                        .bind("company", intent.company())
                        .bind("currency", intent.amount().currency().code())
                        .bind("amount", intent.amount().minor())
                        .bind("cause", intent.cause().name())
                        .bind("account", intent.account())
                        .bind("payer", intent.payer())
                        .bind("wanted", intent.wanted())
                        .bind("type", intent.type().map(Enum::name))
                        .bind("isHeld", intent.isHeld())
                        .bind("intendedAt", intent.intendedAt())
                        .bind("lookAt", Intent.resumedAt(intent.intendedAt()))
                        .execute(),
                "charge");
    }

    public Optional<Intent> find(Tx tx, UUID id) {
        return tx.query("SELECT * FROM charge WHERE seller_id = :seller AND id = :id")
                .bind("id", id)
                .map((row, _) -> intent(row))
                .findOne();
    }

    /// Comes after the lock of its invoice.
    Optional<Intent> lock(Tx tx, UUID id) {
        return tx.query("SELECT * FROM charge WHERE seller_id = :seller AND id = :id FOR NO KEY UPDATE")
                .bind("id", id)
                .map((row, _) -> intent(row))
                .findOne();
    }

    /// Takes a charge that was cut off, so that no other process resumes it meanwhile.
    boolean resume(Tx tx, Intent intent) {
        return Rows.atMostOne(
                bound(tx.update("""
                        UPDATE charge
                        SET look_at = :resumedAt
                        WHERE seller_id = :seller AND id = :id AND state = 'PROCESSING' AND look_at <= :now
                        """), intent)
                        .bind("resumedAt", Intent.resumedAt(tx.now()))
                        .execute(),
                "cut-off charge");
    }

    /// The charge that the invoice shows as being processed while the processor was not asked yet.
    Optional<Intent> unasked(Tx tx, InvoiceId invoice) {
        return tx.query("""
                SELECT *
                FROM charge
                WHERE seller_id = :seller AND invoice_id = :invoice AND is_held AND method_id IS NULL AND cause <> 'PAGE'
                FOR NO KEY UPDATE
                """)
                .bind("invoice", invoice.value())
                .map((row, _) -> intent(row))
                .findOne();
    }

    /// The processor has said that the method is the company's; the foreign key says it once more.
    void confirmMethod(Tx tx, Intent intent, Method method) {
        Rows.exactlyOne(
                bound(tx.update("""
                        UPDATE charge
                        SET method_id = :method, method_type = :type
                        WHERE seller_id = :seller AND id = :id AND state = 'PROCESSING'
                        """), intent)
                        .bind("method", method.id())
                        .bind("type", method.type().name())
                        .execute(),
                "method of the charge");
    }

    /// Keeps a charge under way and schedules its next look-up.
    ///
    /// @param outcome whether the processor has said so, or the outcome is unknown
    void keep(Tx tx, Intent intent, Optional<String> processorId, Outcome outcome) {
        Rows.exactlyOne(
                bound(tx.update("""
                        UPDATE charge
                        SET state = 'PROCESSING', settled_at = NULL, error = NULL, outcome = nullif(:outcome, 'PROCESSING'),
                            processor_id = coalesce(:processorId, processor_id), look_at = :lookAt, looks = :looks
                        WHERE seller_id = :seller AND id = :id AND state <> 'SUCCEEDED'
                        """), intent)
                        .bind("outcome", outcome.name())
                        .bind("processorId", processorId)
                        .bind("lookAt", Intent.nextLook(intent.looks(), tx.now()))
                        .bind("looks", intent.looks() + 1)
                        .execute(),
                "charge under way");
    }

    void succeed(Tx tx, Intent intent, String processorId) {
        Rows.exactlyOne(
                bound(tx.update("""
                        UPDATE charge
                        SET state = 'SUCCEEDED', is_held = false, processor_id = :processorId, outcome = NULL, error = NULL,
                            settled_at = :now, look_at = NULL
                        WHERE seller_id = :seller AND id = :id AND state <> 'SUCCEEDED'
                        """), intent).bind("processorId", processorId).execute(), "successful charge");
    }

    void fail(Tx tx, Intent intent, Outcome outcome, String error) {
        Rows.exactlyOne(
                bound(tx.update("""
                        UPDATE charge
                        SET state = 'FAILED', is_held = false, outcome = :outcome, error = :error, settled_at = :now,
                            look_at = NULL
                        WHERE seller_id = :seller AND id = :id AND state = 'PROCESSING'
                        """), intent)
                        .bind("outcome", outcome.name())
                        .bind("error", error)
                        .execute(),
                "failed charge");
    }

    void cancel(Tx tx, Intent intent) {
        Rows.exactlyOne(bound(tx.update("""
                        UPDATE charge
                        SET state = 'CANCELED', is_held = false, outcome = NULL, settled_at = :now, look_at = NULL
                        WHERE seller_id = :seller AND id = :id AND state = 'PROCESSING'
                        """), intent).execute(), "canceled charge");
    }

    private static Update bound(Update statement, Intent intent) {
        return statement.bind("id", intent.id());
    }

    private static Intent intent(ResultSet row) throws SQLException {
        return new Intent(
                Columns.uuid(row, "id"),
                new InvoiceId(Columns.uuid(row, "invoice_id")),
                Columns.uuid(row, "company_id"),
                new Money(Columns.number(row, "amount"), Columns.currency(row, "currency")),
                Intent.Cause.valueOf(Columns.text(row, "cause")),
                Columns.text(row, "account_id"),
                Columns.text(row, "payer_id"),
                Columns.maybeText(row, "wanted_id"),
                Columns.maybeText(row, "method_id"),
                Columns.maybeText(row, "method_type").map(MethodType::valueOf),
                Intent.State.valueOf(Columns.text(row, "state")),
                Columns.flag(row, "is_held"),
                Columns.maybeText(row, "processor_id"),
                Columns.instant(row, "intended_at"),
                Columns.count(row, "looks"));
    }
}
