package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.billing.orders.PauseSubscription.Verdict;
import dev.brickwork.contracts.PauseRecord;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStatus;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// When a subscription may pause, and what of a pause may still be changed (rules K-01, K-05). The term is the year
/// 2025.
@Tag("fast")
final class PauseSubscriptionTest {
    private static final LocalDate TODAY = LocalDate.of(2025, 4, 11);

    /// `paused_at | scheduled_resume_at | field at fault | why`, of an active subscription.
    private static final String CASES = """
            2025-04-11 |            |                     |
            2025-04-11 | 2025-05-11 |                     |
            2025-12-31 |            |                     |
            2025-04-11 | 2027-01-01 |                     |
            2025-04-10 |            | paused_at           | today or later
            2026-01-01 |            | paused_at           | ends before
            2025-04-11 | 2025-04-11 | scheduled_resume_at | later than the first day
            2025-04-20 | 2025-04-12 | scheduled_resume_at | later than the first day
            2025-04-10 | 2025-04-10 | paused_at scheduled_resume_at | today or later
            """;

    /// `first day of the pause | paused_at | scheduled_resume_at | field at fault | why`, of a change of a pause.
    private static final String CHANGES = """
            2025-04-01 | 2025-04-01 | 2025-04-30 |                     |
            2025-04-01 | 2025-04-01 |            |                     |
            2025-04-01 | 2025-04-01 | 2025-04-11 |                     |
            2025-04-01 | 2025-04-02 | 2025-04-30 | paused_at           | has begun
            2025-04-01 | 2025-04-01 | 2025-04-10 | scheduled_resume_at | today or later
            2025-04-11 | 2025-04-12 |            | paused_at           | has begun
            2025-05-01 | 2025-04-20 | 2025-04-30 |                     |
            2025-05-01 | 2025-04-11 |            |                     |
            2025-05-01 | 2025-04-10 |            | paused_at           | today or later
            2025-05-01 | 2025-05-01 | 2025-05-01 | scheduled_resume_at | later than the first day
            2025-05-01 | 2026-01-01 |            | paused_at           | ends before
            """;

    @Test
    void everyRowOfTheTable() {
        for (var line : CASES.lines().toList()) {
            var cells = line.split("\\|", -1);
            var verdict = PauseSubscription.decide(
                    Samples.subscription(SubscriptionStatus.ACTIVE),
                    Optional.empty(),
                    input(cells[0], cells[1]),
                    TODAY);
            assertVerdict(line, verdict, cells[2].strip(), cells[3].strip());
        }
    }

    @Test
    void everyChangeOfTheTable() {
        for (var line : CHANGES.lines().toList()) {
            var cells = line.split("\\|", -1);
            var open = Samples.pause(LocalDate.parse(cells[0].strip()), Optional.empty());
            var status = open.pausedOn().isAfter(TODAY) ? SubscriptionStatus.ACTIVE : SubscriptionStatus.PAUSED;
            var verdict = PauseSubscription.decideChange(
                    open, Samples.subscription(status), input(cells[1], cells[2]), TODAY);
            assertVerdict(line, verdict, cells[3].strip(), cells[4].strip());
        }
    }

    /// On its day, though the sweep is still to come; and when the sweep came first, though the request was made on
    /// the day before.
    @Test
    void aPauseHasBegunOnItsDayOrWhenTheSweepSaysSo() {
        var today = Samples.pause(TODAY, Optional.empty());
        assertVerdict(
                "before the sweep",
                PauseSubscription.decideChange(
                        today, Samples.subscription(SubscriptionStatus.ACTIVE), input("2025-04-12", ""), TODAY),
                "paused_at",
                "has begun");
        var tomorrow = Samples.pause(TODAY.plusDays(1), Optional.empty());
        assertVerdict(
                "after the sweep",
                PauseSubscription.decideChange(
                        tomorrow, Samples.subscription(SubscriptionStatus.PAUSED), input("2025-04-13", ""), TODAY),
                "paused_at",
                "has begun");
    }

    @Test
    void thePauseOfATerminatedSubscriptionStays() {
        var terminated = Samples.terminated(SubscriptionStatus.PAUSED, LocalDate.of(2025, 6, 1));
        var open = Samples.pause(LocalDate.of(2025, 4, 1), Optional.empty());
        assertVerdict(
                "terminated",
                PauseSubscription.decideChange(open, terminated, input("2025-04-01", "2025-04-30"), TODAY),
                "scheduled_resume_at",
                "terminated");
    }

    @Test
    void onlyARunningSubscriptionWithoutAnotherPausePauses() {
        var input = input("2025-04-11", "");
        assertRefused(Samples.subscription(SubscriptionStatus.PENDING), Optional.empty(), input, "not started");
        assertRefused(Samples.subscription(SubscriptionStatus.INACTIVE), Optional.empty(), input, "inactive");
        assertRefused(
                Samples.terminated(SubscriptionStatus.ACTIVE, LocalDate.of(2025, 6, 1)),
                Optional.empty(),
                input,
                "terminated");
        assertRefused(
                Samples.subscription(SubscriptionStatus.ACTIVE),
                Optional.of(Samples.pause(LocalDate.of(2025, 5, 1), Optional.empty())),
                input,
                "2025-05-01 stands already");
    }

    private static PauseSubscription.Input input(String from, String until) {
        var resumes = Optional.of(until.strip()).filter(text -> !text.isEmpty()).map(LocalDate::parse);
        return new PauseSubscription.Input(LocalDate.parse(from.strip()), resumes, Optional.empty(), false);
    }

    private static void assertRefused(
            Subscription subscription, Optional<PauseRecord> open, PauseSubscription.Input input, String why) {
        assertVerdict(why, PauseSubscription.decide(subscription, open, input, TODAY), "paused_at", why);
    }

    private static void assertVerdict(String line, Verdict verdict, String field, String why) {
        if (field.isEmpty()) {
            assertThat(verdict).as(line).isEqualTo(new Verdict.Allowed());
            return;
        }
        assertThat(verdict).as(line).isInstanceOfSatisfying(Verdict.Refused.class, refused -> {
            assertThat(String.join(" ", refused.why().keySet())).isEqualTo(field);
            assertThat(String.join(" ", refused.why().values())).contains(why);
        });
    }
}
