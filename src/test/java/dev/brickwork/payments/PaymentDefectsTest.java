package dev.brickwork.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.PlantedDefect;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `check` finds what came past the constraints of payments, refunds and methods.
@Tag("verify")
final class PaymentDefectsTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    /// One invoice was charged and partly refunded, one is being charged.
    @BeforeAll
    static void someBusiness() {
        var till = PaymentsFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var customer = till.paying("Charged", "pm_sandbox_visa");
        till.give(customer, "pm_sandbox_visa__2");
        till.choose(customer, "pm_sandbox_visa__2");
        var paid = till.invoice(customer, 100_00);
        till.pay(paid).is(200);
        till.refund(till.payment(paid).orElseThrow(), "{\"amount\": 3000}").is(200);
        var slow = till.paying("Slow", "pm_sandbox_us_bank_account");
        till.pay(till.invoice(slow, 70_00)).is(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            I5 an invoice's sums | UPDATE payment SET applied = applied - 1 WHERE state = 'SUCCEEDED'
            I5 an invoice's sums | UPDATE payment SET state = 'FAILED', error = '', paid_amount = 0, applied = 0 WHERE state = 'SUCCEEDED'
            I5 an invoice's sums | UPDATE refund SET from_invoice = from_invoice + 1, amount = amount + 1
            I5 an invoice's sums | UPDATE invoice SET sub_total = 6999, grand_total = 6999 WHERE paid > 0
            I5 an invoice's sums | UPDATE invoice SET sub_total = 6999, grand_total = 6999 WHERE processing > 0
            I5 refunds stay | UPDATE refund SET amount = 10001
            I5 refunds stay | UPDATE refund SET amount = 10001, state = 'PROCESSING', settled_at = NULL, look_at = created_at
            I6 what is being | UPDATE invoice SET processing = processing + 1 WHERE processing = 0
            I6 what is being | UPDATE charge SET is_held = false WHERE is_held
            I16 money comes | UPDATE charge SET company_id = (SELECT company_id FROM charge WHERE is_held) WHERE NOT is_held
            I16 money comes | UPDATE charge SET payer_id = 'cus_of_somebody' WHERE NOT is_held
            I16 a company | UPDATE payment_method SET is_default = true
            F8 a charge | DELETE FROM payment WHERE state = 'SUCCEEDED'
            F8 a charge | UPDATE payment SET gateway_payment_id = 'another' WHERE state = 'SUCCEEDED'
            F8 a charge | UPDATE payment SET state = 'FAILED', error = '', paid_amount = 0, applied = 0 WHERE state = 'SUCCEEDED'
            F8 what a processor | UPDATE payment SET (gateway, gateway_payment_id) = (SELECT gateway, gateway_payment_id FROM payment WHERE state = 'SUCCEEDED')
            """)
    void isFound(String invariant, String defect) {
        var found = PlantedDefect.found(
                HOUSE,
                defect,
                "ALTER TABLE invoice DROP CONSTRAINT remaining_is_between_nothing_and_all",
                "ALTER TABLE payment DISABLE TRIGGER USER",
                "ALTER TABLE refund DISABLE TRIGGER USER, DROP CONSTRAINT the_payment_is_in_this_currency",
                "ALTER TABLE charge DROP CONSTRAINT the_invoice_bills_this_company,"
                        + " DROP CONSTRAINT the_method_is_of_this_company",
                "DROP INDEX one_default_method",
                "DROP INDEX gateway_payment_once");
        assertThat(found).anyMatch(sentence -> sentence.startsWith(invariant));
    }
}
