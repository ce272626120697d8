package dev.brickwork.payments;

import dev.brickwork.app.TestServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A customer whose personal data were erased, before the processor has heard of it.
@Tag("verify")
final class ErasedPayerScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    @Test
    void nothingIsAddedAndNothingIsChosen() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        var customer = till.paying("Acme", "pm_sandbox_visa");
        till.give(customer, "pm_sandbox_visa__2");
        till.seller().delete("/customers/%s/personal-data".formatted(customer)).is(200);
        var methods = "/customers/%s/payment-methods".formatted(customer);
        till.seller()
                .put(methods + "/default", "{\"payment_method_id\": \"pm_sandbox_visa__2\"}")
                .is(400, "were erased");
        till.seller()
                .post(methods, "{\"sandbox_payment_method_id\": \"pm_sandbox_link\"}")
                .is(400, "were erased");
    }
}
