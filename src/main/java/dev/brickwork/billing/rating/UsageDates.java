package dev.brickwork.billing.rating;

import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.usage.Billed;
import dev.brickwork.invoicing.usage.UsageBillStore;
import dev.brickwork.invoicing.usage.UsageDue;
import dev.brickwork.invoicing.usage.WindowKey;
import dev.brickwork.platform.database.Tx;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// When usage of a subscription is still to be rated (rule G-04): each of these dates needs an invoice that
/// waits for it. A muted one keeps its own for ever, which says that it is; a voided one is waived.
public final class UsageDates {
    private final RateUsage rating;
    private final UsageBillStore store = new UsageBillStore();

    public UsageDates(RateUsage rating) {
        this.rating = rating;
    }

    public List<UsageDue> open(Tx tx, SubscriptionId subscription) {
        var metered = rating.metered(tx, subscription);
        if (metered.isEmpty() || metered.get().windows().isEmpty()) return List.of();
        return open(metered.get(), store.ofSubscription(tx, subscription));
    }

    /// The dates on which a subscription that begins with this term bills usage.
    public static List<UsageDue> open(ContractTerm first) {
        return open(RateUsage.metered(first), Map.of());
    }

    private static List<UsageDue> open(RateUsage.Metered metered, Map<WindowKey, Billed> billed) {
        var due = new ArrayList<UsageDue>();
        for (var term : metered.terms()) {
            var bills = term.billed();
            metered.windows().forEach((key, window) -> {
                if (!key.term().equals(term.termId())) return;
                var rows = billed.getOrDefault(key, Billed.NOTHING);
                for (var date : window.meter().window().ratedOn()) {
                    if (window.voided().contains(date)) continue;
                    boolean isMuted = window.muted().contains(date);
                    if (isMuted || rows.isDueOn(date))
                        due.add(new UsageDue(
                                bills, date, paymentTerms(term, date), isMuted, term.isMigrated(), window.parties()));
                }
            });
        }
        return due;
    }

    /// Of the phase in which the usage was.
    private static int paymentTerms(ContractTerm term, LocalDate date) {
        var terms = term.terms();
        for (var phase : terms.phases()) {
            if (!date.isAfter(terms.term(phase).end())) return phase.paymentTermsDays();
        }
        return terms.phases().getLast().paymentTermsDays();
    }
}
