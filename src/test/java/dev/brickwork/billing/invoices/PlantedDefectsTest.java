package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `check` finds what came past the constraints: each defect is planted with the guards switched off, in a
/// transaction that is rolled back.
@Tag("verify")
final class PlantedDefectsTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    @BeforeAll
    static void aYearOfBusiness() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        till.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        till.seller
                .patch("/customers/" + till.customer, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        till.seller
                .post("/customers/%s/credits".formatted(till.customer), "{\"amount\": 3000, \"reason\": \"x\"}")
                .is(200);
        var id = till.started(till.order("2025-01-01", "MONTHLY", ""));
        till.seller.advanceTo("2025-04-01T00:00:00Z");
        till.pay(till.invoice(id, 1), 11_900).is(200);
        till.seller
                .post("/invoices/%s/void".formatted(till.invoice(id, 2)), "{}")
                .is(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            I8 numbers have no gap | UPDATE number_series SET last = last + 1
            I8 numbers have no gap | UPDATE invoice_version SET number = '2025-000009' WHERE number = '2025-000002'
            I8 numbers have no gap | UPDATE invoice_version SET number = '2025-000001' WHERE number = '2025-000002'
            I8 numbers run | UPDATE invoice SET issued_at = issued_at - interval '400 days' WHERE number = '2025-000003'
            I2 nothing is billed twice | UPDATE invoice_charge SET service = daterange(lower(service) - 10, upper(service)) WHERE lower(service) = '2025-03-01'
            I2 nothing is billed twice | UPDATE invoice_charge SET gross = 0, service = '[2025-02-15,2025-03-15)' WHERE lower(service) = '2025-02-01'
            I2 nothing is billed twice | UPDATE invoice_charge SET gross = 0, service = '[2025-03-15,2025-04-15)' WHERE lower(service) = '2025-04-01'
            I2 nothing is billed twice | UPDATE invoice_charge SET gross = 0, service = '[2025-11-01,2026-01-01)', invoice_id = (SELECT id FROM invoice WHERE number = '2025-000001') WHERE lower(service) >= '2025-11-01'
            I2 nothing that is billed | UPDATE invoice_charge SET service = daterange('2030-01-01', '2030-02-01') WHERE lower(service) = '2025-12-01'
            I2 nothing that is billed | UPDATE invoice_charge SET subscription_id = id WHERE lower(service) = '2025-12-01'
            I2 nothing that is billed | UPDATE invoice SET kind = 'STANDALONE', subscription_id = NULL WHERE number IS NULL
            I2 nothing is left | DELETE FROM invoice_charge WHERE lower(service) = '2025-03-01'
            I11 the credit ledger | UPDATE credit_balance SET balance = balance + 1
            I11 the journal | UPDATE credit_balance SET balance = balance + 1
            I11 the journal | UPDATE invoice SET adjustment_credit = 1 WHERE number IS NULL
            I11 the journal | UPDATE journal_transfer SET credit = 'CASH' WHERE credit = 'CUSTOMER_CREDIT'
            I4 what remains | UPDATE invoice SET paid = grand_total + 1 WHERE number IS NULL
            I4 what remains | UPDATE invoice SET credited = credited - 1 WHERE number = '2025-000001'
            I4 what remains | UPDATE invoice SET credited = credited + 1, version = 2 WHERE number = '2025-000001'
            I4 what remains | UPDATE invoice SET offset_total = 1, version = 2 WHERE number = '2025-000001'
            I4 what remains | INSERT INTO invoice_settlement SELECT seller_id, id, id, term_order_id, 'TERMINATION', NULL, NULL, 1, 0, 0, 0, 1, issued_at FROM invoice WHERE number = '2025-000001'
            I3 the taxes | UPDATE invoice_line SET tax = tax + 1, gross = gross - 1 WHERE version = 1 AND tax > 0
            I3 the taxes | UPDATE invoice_version SET snapshot = jsonb_set(snapshot, '{taxes,0,amount}', '1')
            I3 a version | UPDATE invoice_line SET gross = gross + 1 WHERE version = 1
            I3 a scheduled | UPDATE invoice SET sub_total = sub_total + 5, grand_total = grand_total + 5 WHERE number IS NULL
            I3 a scheduled | UPDATE invoice SET discount_total = 5, grand_total = grand_total - 5 WHERE number IS NULL
            I3 a scheduled | UPDATE invoice SET tax_total = tax_total + 5, grand_total = grand_total + 5 WHERE number IS NULL
            I3 a scheduled | UPDATE invoice SET grand_total = grand_total + 5 WHERE number IS NULL
            I3 a scheduled | UPDATE invoice_charge SET gross = gross + 5, coupon = coupon + 5 WHERE lower(service) = '2025-12-01'
            I7 what refuses | UPDATE number_series SET last = last + 1
            I7 the current | UPDATE invoice SET sub_total = sub_total + 5 WHERE number = '2025-000004'
            I7 the current | UPDATE invoice SET discount_total = discount_total + 5 WHERE number = '2025-000004'
            I7 the current | UPDATE invoice SET tax_total = tax_total + 5 WHERE number = '2025-000004'
            I7 the current | UPDATE invoice_version SET snapshot = jsonb_set(snapshot, '{grand_total}', '1')
            I7 the current | UPDATE invoice_version SET number = '2025-000009' WHERE number = '2025-000002'
            I7 the current | INSERT INTO invoice_version SELECT seller_id, id, id, 2, '2025-000001-2', '{}', issued_at FROM invoice WHERE number = '2025-000001'
            I7 the current | WITH another AS (INSERT INTO invoice_version SELECT seller_id, id, id, 3, '2025-000001-3', '{}', issued_at FROM invoice WHERE number = '2025-000001') UPDATE invoice SET version = 2 WHERE number = '2025-000001'
            I4 payments | UPDATE invoice SET paid = paid + 1 WHERE number = '2025-000001'
            I4 payments | INSERT INTO payment (seller_id, id, invoice_id, currency, state, method, amount, paid_amount, applied, paid_at, actor, created_at) SELECT seller_id, id, id, currency, 'PROCESSING', 'WIRE', 1, 0, 0, issued_at, '', issued_at FROM invoice WHERE number = '2025-000004'
            I4 the journal | UPDATE invoice SET grand_total = grand_total + 5, sub_total = sub_total + 5 WHERE number = '2025-000004'
            I4 the journal | UPDATE journal_transfer SET debit = 'GOODWILL' WHERE debit = 'REVENUE'
            I4 the journal | UPDATE journal_transfer SET debit = 'CASH' WHERE debit = 'RECEIVABLE'
            I6 a void | UPDATE invoice SET processing = 1 WHERE voided_at IS NOT NULL
            I6 a void | UPDATE invoice SET paid = 1 WHERE voided_at IS NOT NULL
            I6 a void | INSERT INTO payment (seller_id, id, invoice_id, currency, state, method, amount, paid_amount, applied, paid_at, actor, created_at) SELECT seller_id, id, id, currency, 'PROCESSING', 'WIRE', 1, 0, 0, issued_at, '', issued_at FROM invoice WHERE voided_at IS NOT NULL
            I6 a void | UPDATE invoice_version SET created_at = created_at + interval '400 days'
            I18 one currency | UPDATE subscription SET currency = 'EUR'
            I18 one currency | INSERT INTO journal_entry SELECT seller_id, id, issued_at, '', 'EUR', NULL, id FROM invoice WHERE number = '2025-000001'
            I18 one currency | UPDATE payment SET currency = 'EUR'
            I18 one currency | UPDATE credit_entry SET currency = 'EUR' WHERE type = 'APPLICATION'
            I20 the status | UPDATE invoice SET status = 'PAID' WHERE number = '2025-000004'
            I1 every | DELETE FROM journal_transfer
            I1 the totals | INSERT INTO journal_total SELECT seller_id, '2030-01-01', 'CASH', 'USD', 1, 0 FROM number_series
            I19 amounts | UPDATE invoice SET sub_total = 9107199254740991 WHERE number = '2025-000001'
            I19 amounts | UPDATE invoice SET sub_total = -9107199254740991 WHERE number = '2025-000001'
            I19 amounts | UPDATE invoice SET discount_total = -9107199254740991 WHERE number = '2025-000001'
            I19 amounts | UPDATE invoice SET tax_total = -9107199254740991 WHERE number = '2025-000001'
            I19 amounts | UPDATE invoice SET grand_total = 9107199254740991 WHERE number = '2025-000001'
            I19 amounts | UPDATE invoice SET paid = 9107199254740991 WHERE number = '2025-000001'
            I19 amounts | UPDATE invoice SET credited = 9107199254740991 WHERE number = '2025-000001'
            """)
    void isFound(String invariant, String defect) {
        var found = HOUSE.database().inTransaction(tx -> {
            for (var table : List.of(
                    "invoice",
                    "invoice_charge",
                    "invoice_line",
                    "invoice_version",
                    "journal_transfer",
                    "subscription",
                    "payment",
                    "credit_entry",
                    "credit_balance")) {
                tx.handle().execute("ALTER TABLE %s DISABLE TRIGGER USER".formatted(table));
            }
            for (var constraint : List.of(
                    "remaining_is_between_nothing_and_all",
                    "the_total_adds_up",
                    "voided_holds_no_money",
                    "one_invoice_per_bill_date")) {
                tx.handle().execute("ALTER TABLE invoice DROP CONSTRAINT " + constraint);
            }
            tx.handle()
                    .execute("ALTER TABLE invoice_charge DROP CONSTRAINT billed_once, DROP CONSTRAINT taken_away_once");
            tx.handle().execute("ALTER TABLE payment DROP CONSTRAINT the_invoice_is_in_this_currency");
            tx.handle()
                    .execute("ALTER TABLE credit_entry DROP CONSTRAINT the_balance_is_in_this_currency,"
                            + " DROP CONSTRAINT the_invoice_is_in_this_currency");
            assertThat(tx.handle().execute(defect)).as("rows touched").isPositive();
            var broken = HOUSE.wiring().invariants().run(tx, List.of());
            tx.handle().rollback();
            tx.handle().begin();
            return broken;
        });
        assertThat(found).anyMatch(sentence -> sentence.startsWith(invariant));
    }
}
