package dev.brickwork.customers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.customers.ErasePersonalData.Verdict;
import dev.brickwork.ids.CustomerId;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
final class ErasePersonalDataTest {
    private static final Instant NOW = Instant.parse("2025-09-15T12:00:00Z");
    private static final Customer CUSTOMER = Customer.blank(new CustomerId(new UUID(0, 1)), NOW);

    @Test
    void onlyACustomerWithoutLiveSubscriptionsIsErased() {
        assertThat(ErasePersonalData.decide(CUSTOMER, 0, 0, NOW)).isEqualTo(new Verdict.Allowed(CUSTOMER.erased(NOW)));
        assertThat(ErasePersonalData.decide(CUSTOMER, 1, 0, NOW))
                .isEqualTo(new Verdict.Refused("the customer has 1 live subscription; end them first"));
        assertThat(ErasePersonalData.decide(CUSTOMER, 2, 1, NOW))
                .isEqualTo(new Verdict.Refused("the customer has 2 live subscriptions; end them first"));
    }

    /// An invoice must say to whom it is.
    @Test
    void nobodyIsErasedWhoIsStillToGetAnInvoice() {
        assertThat(ErasePersonalData.decide(CUSTOMER, 0, 1, NOW))
                .isEqualTo(
                        new Verdict.Refused("the customer has 1 invoice still to be issued; wait, or void them first"));
    }

    @Test
    void askingTwiceIsNoMistake() {
        assertThat(ErasePersonalData.decide(CUSTOMER.erased(NOW), 0, 1, NOW)).isEqualTo(new Verdict.AlreadyDone());
    }
}
