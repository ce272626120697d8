package dev.brickwork.billing.milestones;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.billing.milestones.CompleteMilestone.BillOn;
import dev.brickwork.billing.milestones.CompleteMilestone.Input;
import dev.brickwork.billing.milestones.CompleteMilestone.Verdict;
import dev.brickwork.contracts.Milestone;
import dev.brickwork.ids.MilestoneId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How much may be completed and for which dates, and what it bills (rules L-01, L-04). Five units, or
/// what is left of them, for 100.03, of which discounts leave 90.01; today is the first of May.
@Tag("fast")
final class CompleteMilestoneTest {
    private static final LocalDate TODAY = LocalDate.of(2025, 5, 1);

    private static Milestone milestone(long completed, long lapsed) {
        return new Milestone(
                new MilestoneId(new UUID(0, 1)),
                new SubscriptionId(new UUID(0, 2)),
                new OrderId(new UUID(0, 3)),
                new UUID(0, 4),
                new UUID(0, 5),
                "Rollout",
                "rollout",
                "standard",
                Optional.empty(),
                "Phase 1",
                30,
                5,
                completed,
                lapsed,
                0,
                10_003,
                9_001,
                Instant.EPOCH,
                List.of());
    }

    private static Optional<LocalDate> date(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(LocalDate.parse(text));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # completed, lapsed, quantity, issued on,  due on    | gross and net, or why not
            0,           0,      1,        '',         '',         2001 1800
            1,           0,      1,        '',         '',         2000 1800
            4,           0,      1,        '',         '',         2001 1800
            0,           0,      5,        '',         '',         10003 9001
            0,           3,      1,        '',         '',         5002 4501
            0,           3,      2,        '',         '',         10003 9001
            2,           0,      3,        2025-05-01, 2025-05-01, 6002 5401
            0,           0,      1,        2025-05-10, 2025-05-10, 2001 1800
            0,           0,      6,        '',         '',         quantity: At most 5
            2,           1,      3,        '',         '',         quantity: At most 2
            5,           0,      1,        '',         '',         quantity: All of it is completed.
            3,           2,      1,        '',         '',         quantity: What was open of it has lapsed.
            0,           0,      1,        2025-04-30, '',         issued_at: Must be today or later.
            0,           0,      1,        '',         2025-04-30, due_at: Must not be before issued_at.
            0,           0,      1,        2025-05-10, 2025-05-09, due_at: Must not be before issued_at.
            5,           0,      1,        2025-04-30, 2025-04-29, quantity: All of it is completed. issued_at: Must be today or later. due_at: Must not be before issued_at.
            """)
    void completing(long completed, long lapsed, long quantity, String issuedOn, String dueOn, String expected) {
        var input = new Input(quantity, BillOn.IMMEDIATELY, date(issuedOn), date(dueOn), Optional.empty());
        var said = switch (CompleteMilestone.decide(milestone(completed, lapsed), input, TODAY)) {
            case Verdict.Allowed(var share) -> share.gross() + " " + share.net();
            case Verdict.Refused(var why) ->
                why.entrySet().stream()
                        .map(fault -> fault.getKey() + ": " + fault.getValue())
                        .collect(Collectors.joining(" "));
        };
        assertThat(said).startsWith(expected);
    }
}
