package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.SubscriptionStatus;
import dev.brickwork.contracts.TermTimeline;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests what comes due in a subscription, and in which order (rules K-05, N-01, Z-02).
@Tag("fast")
final class LifecycleEventsTest {
    @Test
    void aTermStartsAndEnds() {
        var order = Samples.order(Samples.FIRST, OrderType.STANDARD, OrderStage.CLOSED, "{}");
        var pending = new ContractTerm(Samples.subscription(SubscriptionStatus.PENDING), List.of(order), List.of());
        assertThat(ahead(pending)).containsExactly("START 2025-01-01", "END 2026-01-01");

        var active = new ContractTerm(Samples.subscription(SubscriptionStatus.ACTIVE), List.of(order), List.of());
        assertThat(ahead(active)).containsExactly("END 2026-01-01");
        assertThat(LifecycleEvents.next(course(active), Instant.EPOCH)).contains(Instant.parse("2026-01-01T00:00:00Z"));
    }

    /// A pause moves the end by its days as soon as it is known how long it lasts.
    @Test
    void aPauseBeginsEndsAndMovesTheEnd() {
        var order = Samples.order(Samples.FIRST, OrderType.STANDARD, OrderStage.CLOSED, "{}");
        var planned = Samples.pause(LocalDate.of(2025, 4, 11), Optional.of(LocalDate.of(2025, 4, 21)));
        var active =
                new ContractTerm(Samples.subscription(SubscriptionStatus.ACTIVE), List.of(order), List.of(planned));
        assertThat(ahead(active)).containsExactly("PAUSE 2025-04-11", "END 2026-01-11");
        var paused =
                new ContractTerm(Samples.subscription(SubscriptionStatus.PAUSED), List.of(order), List.of(planned));
        assertThat(ahead(paused)).containsExactly("RESUME 2025-04-21", "END 2026-01-11");
        var openEnded = new ContractTerm(
                Samples.subscription(SubscriptionStatus.PAUSED),
                List.of(order),
                List.of(Samples.pause(LocalDate.of(2025, 4, 11), Optional.empty())));
        assertThat(ahead(openEnded))
                .as("beyond the original end it ends (K-01)")
                .containsExactly("END 2026-01-01");
    }

    /// On the last day of the term a termination comes before the renewal, which it prevents.
    @Test
    void aTerminationComesFirst() {
        var order = Samples.order(Samples.FIRST, OrderType.STANDARD, OrderStage.CLOSED, "{}");
        var ending = new ContractTerm(
                Samples.terminated(SubscriptionStatus.ACTIVE, LocalDate.of(2026, 1, 1)), List.of(order), List.of());
        assertThat(ahead(ending)).containsExactly("TERMINATE 2026-01-01", "END 2026-01-01");
    }

    /// One that ends on its first day has started before.
    @Test
    void aStartComesBeforeATerminationOfThatDay() {
        var order = Samples.order(Samples.FIRST, OrderType.STANDARD, OrderStage.CLOSED, "{}");
        var ending = new ContractTerm(
                Samples.terminated(SubscriptionStatus.PENDING, Samples.START), List.of(order), List.of());
        assertThat(ahead(ending)).containsExactly("START 2025-01-01", "TERMINATE 2025-01-01", "END 2026-01-01");
    }

    @Test
    void nothingHappensToWhatIsOpenOrOver() {
        var open = Samples.order(Samples.FIRST, OrderType.STANDARD, OrderStage.BUILDING, "{}");
        assertThat(ahead(new ContractTerm(Samples.subscription(SubscriptionStatus.PENDING), List.of(open), List.of())))
                .isEmpty();
        var closed = Samples.order(Samples.FIRST, OrderType.STANDARD, OrderStage.CLOSED, "{}");
        assertThat(ahead(new ContractTerm(
                        Samples.subscription(SubscriptionStatus.INACTIVE), List.of(closed), List.of())))
                .isEmpty();
    }

    private static TermTimeline course(ContractTerm agreement) {
        return new TermTimeline(List.of(), agreement, List.of());
    }

    private static List<String> ahead(ContractTerm agreement) {
        return LifecycleEvents.ahead(course(agreement)).stream()
                .map(moment -> moment.what() + " " + moment.on())
                .toList();
    }
}
