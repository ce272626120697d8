package dev.brickwork.payments.charges;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.booking.Intent;
import dev.brickwork.payments.processor.Processor;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.money.Money;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Every statement that touches the forms at which invoices can be paid.
public final class FormStore {
    void insert(Tx tx, OpenForm form) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO pay_page (seller_id, id, invoice_id, company_id, currency, amount, account_id, payer_id,
                            saves_method, state, opened_at, expires_at, look_at)
                        VALUES (:seller, :id, :invoice, :company, :currency, :amount, :account, :payer, :saves, 'OPEN',
                            :openedAt, :expiresAt, :lookAt)
                        """)
                        .bind("id", form.id())
                        .bind("invoice", form.invoice().value())
                        .bind("company", form.company())
                        .bind("currency", form.amount().currency().code())
                        .bind("amount", form.amount().minor())
                        .bind("account", form.account())
                        .bind("payer", form.payer())
                        .bind("saves", form.savesMethod())
                        .bind("openedAt", form.openedAt())
                        .bind("expiresAt", form.expiresAt())
                        .bind("lookAt", form.expiresAt())
                        .execute(),
                "payment form");
    }

    void saveOpened(Tx tx, UUID id, Processor.Page page) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE pay_page
                        SET processor_id = :processorId, url = :url, expires_at = :expiresAt
                        WHERE seller_id = :seller AND id = :id
                        """)
                        .bind("id", id)
                        .bind("processorId", page.id())
                        .bind("url", page.url().toString())
                        .bind("expiresAt", page.expiresAt())
                        .execute(),
                "opened form");
    }

    public Optional<OpenForm> find(Tx tx, UUID id) {
        return tx.query("SELECT * FROM pay_page WHERE seller_id = :seller AND id = :id")
                .bind("id", id)
                .map((row, _) -> form(row))
                .findOne();
    }

    /// Comes after the lock of its invoice.
    Optional<OpenForm> lock(Tx tx, UUID id) {
        return tx.query("SELECT * FROM pay_page WHERE seller_id = :seller AND id = :id FOR NO KEY UPDATE")
                .bind("id", id)
                .map((row, _) -> form(row))
                .findOne();
    }

    public Optional<OpenForm> byProcessor(Tx tx, String account, String processorId) {
        return tx.query("""
                SELECT *
                FROM pay_page
                WHERE seller_id = :seller AND account_id = :account AND processor_id = :processorId
                """)
                .bind("account", account)
                .bind("processorId", processorId)
                .map((row, _) -> form(row))
                .findFirst();
    }

    Optional<OpenForm> open(Tx tx, InvoiceId invoice) {
        return tx.query("""
                SELECT *
                FROM pay_page
                WHERE seller_id = :seller AND invoice_id = :invoice AND state = 'OPEN'
                """)
                .bind("invoice", invoice.value())
                .map((row, _) -> form(row))
                .findOne();
    }

    /// The open forms of an account, without those that expired long ago and whose outcome stayed unknown.
    List<OpenForm> open(Tx tx, String account, int most) {
        return tx.query("""
                SELECT *
                FROM pay_page
                WHERE seller_id = :seller AND account_id = :account AND state = 'OPEN' AND expires_at > :ended
                ORDER BY id
                LIMIT :most
                """)
                .bind("account", account)
                .bind("ended", tx.now().minus(Processor.PAGE_GRACE))
                .bind("most", most)
                .map((row, _) -> form(row))
                .list();
    }

    /// False when it had ended before.
    boolean end(Tx tx, UUID id) {
        return Rows.atMostOne(tx.update("""
                        UPDATE pay_page
                        SET state = 'ENDED', look_at = NULL
                        WHERE seller_id = :seller AND id = :id AND state = 'OPEN'
                        """).bind("id", id).execute(), "ended form");
    }

    /// Marks a form as paid, even when we had closed it already. False when it was marked before.
    boolean pay(Tx tx, UUID id) {
        return Rows.atMostOne(tx.update("""
                        UPDATE pay_page
                        SET state = 'PAID', look_at = NULL
                        WHERE seller_id = :seller AND id = :id AND state <> 'PAID'
                        """).bind("id", id).execute(), "paid form");
    }

    /// Schedules the next look-up of an open form.
    void keep(Tx tx, OpenForm form) {
        Rows.atMostOne(
                tx.update("""
                        UPDATE pay_page
                        SET look_at = :lookAt, looks = :looks
                        WHERE seller_id = :seller AND id = :id AND state = 'OPEN'
                        """)
                        .bind("id", form.id())
                        .bind("lookAt", Intent.nextLook(form.looks(), tx.now()))
                        .bind("looks", form.looks() + 1)
                        .execute(),
                "form to look at again");
    }

    private static OpenForm form(ResultSet row) throws SQLException {
        return new OpenForm(
                Columns.uuid(row, "id"),
                new InvoiceId(Columns.uuid(row, "invoice_id")),
                Columns.uuid(row, "company_id"),
                new Money(Columns.number(row, "amount"), Columns.currency(row, "currency")),
                Columns.text(row, "account_id"),
                Columns.text(row, "payer_id"),
                Columns.flag(row, "saves_method"),
                Columns.maybeText(row, "processor_id"),
                Columns.maybeText(row, "url").map(URI::create),
                OpenForm.State.valueOf(Columns.text(row, "state")),
                Columns.instant(row, "opened_at"),
                Columns.instant(row, "expires_at"),
                Columns.count(row, "looks"));
    }
}
