package dev.brickwork.billing.milestones;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.billing.orders.AdvanceSubscription;
import dev.brickwork.billing.schedule.CreateStandalone;
import dev.brickwork.billing.schedule.DeferItem;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.contracts.Milestone;
import dev.brickwork.contracts.MilestoneStore;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.MilestoneId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.StandaloneLine;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.sellers.Sellers;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Marks some or all of a milestone as done, so that it bills (rules L-01 to L-04).
public final class CompleteMilestone {
    private static final long QUANTITY_MAX = 99_999_999_999_999L;

    private final Sellers sellers;
    private final Customers customers;
    private final Outbox outbox;
    private final Contracts contracts;
    private final AdvanceSubscription advancing;
    private final CreateStandalone creating;
    private final DeferItem deferring;
    private final MilestoneStore milestones = new MilestoneStore();

    public CompleteMilestone(
            BillingDependencies modules,
            Contracts contracts,
            AdvanceSubscription advancing,
            CreateStandalone creating,
            DeferItem deferring) {
        this.sellers = modules.sellers();
        this.customers = modules.customers();
        this.outbox = modules.outbox();
        this.contracts = contracts;
        this.advancing = advancing;
        this.creating = creating;
        this.deferring = deferring;
    }

    enum BillOn {
        IMMEDIATELY,
        NEXT_INVOICE
    }

    /// The request. The dates are allowed with IMMEDIATELY only.
    record Input(
            long quantity,
            BillOn billOn,
            Optional<LocalDate> issuedOn,
            Optional<LocalDate> dueOn,
            Optional<LocalDate> serviceOn) {
        /// With a quantity of 0 where it cannot be read.
        private static Input of(Fields fields) {
            var quantity = fields.require("quantity", name -> fields.longInteger(name, 1, QUANTITY_MAX));
            var billOn = fields.oneOf("bill_on", BillOn.values()).orElse(BillOn.IMMEDIATELY);
            var issuedOn = fields.date("issued_at");
            var dueOn = fields.date("due_at");
            var serviceOn = fields.date("service_date");
            if (billOn == BillOn.NEXT_INVOICE) {
                for (var name : List.of("issued_at", "due_at", "service_date")) {
                    if (fields.isSent(name)) fields.fault(name, "Only valid with bill_on IMMEDIATELY.");
                }
            }
            return new Input(quantity.orElse(0L), billOn, issuedOn, dueOn, serviceOn);
        }
    }

    record Done(Milestone.Completion completion, Milestone milestone) {}

    sealed interface Verdict {
        record Allowed(Milestone.Share share) implements Verdict {}

        /// The faults, by field.
        record Refused(Map<String, String> why) implements Verdict {}
    }

    static Verdict decide(Milestone milestone, Input input, LocalDate today) {
        var why = new LinkedHashMap<String, String>();
        if (input.quantity < 1 || input.quantity > milestone.open()) why.put("quantity", tooMuch(milestone));
        var issuedOn = input.issuedOn.orElse(today);
        if (issuedOn.isBefore(today)) why.put("issued_at", "Must be today or later.");
        if (input.dueOn.filter(issuedOn::isAfter).isPresent()) why.put("due_at", "Must not be before issued_at.");
        return why.isEmpty() ? new Verdict.Allowed(milestone.share(input.quantity)) : new Verdict.Refused(why);
    }

    private static String tooMuch(Milestone milestone) {
        if (milestone.open() == 0) {
            return milestone.lapsed() == 0 ? "All of it is completed." : "What was open of it has lapsed.";
        }
        return "At most %d, which is what is open of it.".formatted(milestone.open());
    }

    Done run(Tx tx, SubscriptionId subscriptionId, MilestoneId id, Fields fields) {
        // The subscription comes first in the order of locks. With a recast of today open work lapses (L-06).
        var subscription =
                advancing.lockCurrent(tx, subscriptionId).orElseThrow(() -> Refusal.notFound("subscription"));
        var milestone = milestones.lock(tx, subscriptionId, id).orElseThrow(() -> Refusal.notFound("milestone"));
        var input = Input.of(fields);
        return switch (decide(milestone, input, subscription.today(tx.now()))) {
            case Verdict.Refused(var why) -> {
                fields.faultsWhereRead(why);
                throw fields.refusal();
            }
            case Verdict.Allowed(var share) -> {
                fields.check();
                yield complete(tx, subscription, milestone, input, share);
            }
        };
    }

    private Done complete(Tx tx, Subscription subscription, Milestone milestone, Input input, Milestone.Share share) {
        var today = subscription.today(tx.now());
        var line = line(milestone, input.quantity, share, input.serviceOn.orElse(today));
        // Work is billed to whom it was agreed with, also when another one has the contract since (rule U-11).
        var parties = contracts.parties(tx, milestone.subscription(), milestone.order());
        var invoice = switch (input.billOn) {
            case IMMEDIATELY -> {
                var issueOn = input.issuedOn.orElse(today);
                boolean isMuted = isBilledElsewhere(tx, subscription, issueOn);
                int terms = milestone.paymentTermsDays();
                yield standalone(
                        tx, subscription, parties, new StandaloneLine(line, issueOn, input.dueOn, terms, isMuted));
            }
            case NEXT_INVOICE -> deferred(tx, subscription.id(), parties, line);
        };
        var completion = new Milestone.Completion(Ids.next(), input.quantity, invoice.value(), tx.now());
        milestones.complete(tx, milestone, completion, share);
        var after = milestones.get(tx, milestone.id());
        outbox.stage(tx, told(subscription.id(), after, completion));
        return new Done(completion, after);
    }

    /// A standalone invoice, issued now or left to the sweep (rule L-02).
    private InvoiceId standalone(
            Tx tx, Subscription subscription, Subscription.BillingParties parties, StandaloneLine line) {
        // Locked, so that neither customer is erased while an invoice is made for it.
        customers.lockForBusiness(tx, parties.customer());
        customers.lockForBusiness(tx, parties.billedCompany());
        return creating.run(tx, subscription, parties, line);
    }

    /// A migrated subscription bills nothing before the seller's cut-over: earlier completions are only recorded.
    private boolean isBilledElsewhere(Tx tx, Subscription subscription, LocalDate issueOn) {
        if (!subscription.isMigrated()) return false;
        var cutOver = sellers.get(tx, tx.seller()).mutedBefore();
        return cutOver.filter(issueOn::isBefore).isPresent();
    }

    /// On the next scheduled invoice, which must exist (rule L-03).
    private InvoiceId deferred(Tx tx, SubscriptionId subscription, Subscription.BillingParties parties, Billable line) {
        return deferring
                .run(tx, subscription, parties, line)
                .orElseThrow(() -> Refusal.badField("bill_on", "No scheduled invoice is left to defer onto."));
    }

    private static Billable line(Milestone milestone, long quantity, Milestone.Share share, LocalDate day) {
        return new Billable(
                Billable.Kind.MILESTONE,
                Optional.of(milestone.id().value()),
                Optional.of(milestone.orderLine()),
                Optional.of(milestone.brick()),
                milestone.brickName(),
                Optional.of(milestone.brickCode()),
                BigDecimal.valueOf(quantity),
                Period.day(day),
                share.gross(),
                share.gross() - share.net(),
                milestone.taxCategory(),
                "{\"milestone_id\":\"%s\",\"completed_before\":%d,\"total_quantity\":%d}"
                        .formatted(milestone.id(), milestone.completed(), milestone.total()));
    }

    private static Event told(SubscriptionId subscription, Milestone milestone, Milestone.Completion completion) {
        return Event.told("milestone.completed", milestone.id().value(), Optional.of(subscription.value()), out -> {
            MilestoneJson.fields(out, milestone);
            out.put("subscription_id", subscription.value()).name("completion");
            MilestoneJson.completion(out, completion);
        });
    }
}
