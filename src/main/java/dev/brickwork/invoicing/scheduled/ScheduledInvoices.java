package dev.brickwork.invoicing.scheduled;

import dev.brickwork.contracts.BilledTerm;
import dev.brickwork.invoicing.ChargeToBill;
import dev.brickwork.invoicing.CutShare;
import dev.brickwork.invoicing.Payer;
import dev.brickwork.invoicing.usage.UsageDue;
import dev.brickwork.platform.Ids;
import dev.brickwork.pricing.AdjustmentCredit;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.tax.TaxRates;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// The unissued invoices of a subscription while an order, or its early end, changes what they bill. Pure:
/// `ScheduleInvoices` loads them, and saves what became of them.
public final class ScheduledInvoices {
    private final List<ScheduledInvoice> all;
    private final Map<Place, ScheduledInvoice> dropped = new HashMap<>();

    public ScheduledInvoices(Collection<ScheduledInvoice> open) {
        this(open, List.of());
    }

    /// The open invoices of a subscription, with those that a reinstatement may bring back.
    ///
    /// @param dropped those that went when the contract ended: each comes back where something is to be billed
    ///     again on its date and to its payee
    public ScheduledInvoices(Collection<ScheduledInvoice> open, Collection<ScheduledInvoice> dropped) {
        this.all = new ArrayList<>(open);
        for (var draft : dropped) this.dropped.put(Place.of(draft), draft);
    }

    public List<ScheduledInvoice> all() {
        return all;
    }

    /// Puts every charge on its invoice, taxes what was touched, and spends the credit in date order. Returns
    /// the credit that fits on no invoice, by the customer who owns it: it stays theirs when another one takes over
    /// the contract.
    ///
    /// @param taxes of the one whom an invoice bills
    public Map<UUID, Long> place(
            BilledTerm term,
            Payer payer,
            List<ChargeToBill> charges,
            Optional<AdjustmentCredit> credit,
            Function<ScheduledInvoice, TaxRates> taxes) {
        lay(term, payer, charges);
        all.sort(Comparator.comparing(draft -> draft.billOn));
        Map<UUID, Long> free = new HashMap<>();
        for (var draft : all) {
            if (!draft.isTouched) continue;
            draft.tax(taxes.apply(draft));
            free.merge(draft.payee.customer(), draft.releaseCredit(), Long::sum);
        }
        long left = credit.map(AdjustmentCredit::total).orElse(0L);
        var label = credit.map(AdjustmentCredit::label);
        for (var draft : all) {
            if (!draft.term.equals(term.order().value())) continue;
            if (left > 0) left -= draft.takeCredit(left, label.orElseThrow());
            free.computeIfPresent(
                    draft.payee.customer(), (_, released) -> released - draft.takeCredit(released, label()));
        }
        free.merge(payer.customer(), left, Long::sum);
        return free;
    }

    /// Of one payee there is one invoice a day (rule S-07).
    private record Place(LocalDate billOn, ScheduledInvoice.Payee payee) {
        static Place of(ScheduledInvoice draft) {
            return new Place(draft.billOn, draft.payee);
        }
    }

    private void lay(BilledTerm term, Payer payer, List<ChargeToBill> charges) {
        var contract = ScheduledInvoice.Payee.of(payer);
        Map<Place, ScheduledInvoice> byPlace = new HashMap<>();
        Map<UUID, ScheduledInvoice> byId = new HashMap<>();
        for (var draft : all) {
            byId.put(draft.id, draft);
            byPlace.put(Place.of(draft), draft);
        }
        for (var charge : charges) {
            var payee = charge.parties().map(ScheduledInvoice.Payee::of).orElse(contract);
            var place = new Place(term.clock().calendar(charge.billOn()), payee);
            var draft = charge.onInvoice().map(byId::get).orElseGet(() -> byPlace.get(place));
            if (draft == null) {
                draft = fresh(term, place, payer, charge.paymentTermsDays(), charge.billOn());
                byPlace.put(place, draft);
                all.add(draft);
            }
            if (!draft.term.equals(term.order().value())) {
                // What is left of an ended term shares the date with the new one and goes along with its clock.
                draft.term = term.order().value();
                draft.serviceBillOn = charge.billOn();
            }
            draft.charges.add(charge(charge));
            draft.isTouched = true;
        }
    }

    private String label() {
        return all.stream()
                .flatMap(draft -> draft.creditLabel.stream())
                .findFirst()
                .orElse(AdjustmentCredit.LABEL_DEFAULT);
    }

    private ScheduledInvoice fresh(
            BilledTerm term, Place place, Payer payer, int paymentTermsDays, LocalDate serviceBillOn) {
        var back = dropped.get(place);
        if (back != null && back.term.equals(term.order().value())) return back;
        var draft = new ScheduledInvoice(
                Ids.next(), term.order().value(), place.payee, true, term.zone(), paymentTermsDays);
        draft.billOn = place.billOn;
        draft.serviceBillOn = serviceBillOn;
        draft.isMuted = payer.mutedBefore().filter(place.billOn::isBefore).isPresent();
        draft.isPaused = term.isPausedOn(serviceBillOn);
        return draft;
    }

    private static ScheduledInvoice.Charge charge(ChargeToBill source) {
        var charge = new ScheduledInvoice.Charge(Ids.next(), source.line(), source.taxCategory(), source.service());
        charge.bill(source.amounts());
        charge.isNew = true;
        return charge;
    }

    /// Gives every date on which usage of a payer is rated an invoice of that payer: the one of that date, or one
    /// of its own (rules G-04, S-07). Past dates are rated today; dates that a pause holds are not past.
    public void layUsage(Payer payer, List<UsageDue> due, LocalDate today) {
        Map<Place, ScheduledInvoice> byPlace = new HashMap<>();
        for (var draft : all) {
            if (draft.isEmpty()) continue;
            byPlace.merge(Place.of(draft), draft, (one, other) -> other.holdsUsage ? other : one);
        }
        var wanted = new HashSet<Place>();
        for (var date : due) {
            var calendar = date.calendar();
            boolean isBeforeCutOver =
                    payer.mutedBefore().filter(calendar::isBefore).isPresent();
            boolean isBilledElsewhere = date.isMuted() || (date.isMigrated() && isBeforeCutOver);
            boolean isWaiting = isBilledElsewhere || date.term().isPausedOn(date.service());
            var billOn = calendar.isBefore(today) && !isWaiting ? today : calendar;
            var place = new Place(billOn, ScheduledInvoice.Payee.of(date.parties()));
            wanted.add(place);
            var draft = byPlace.get(place);
            if (draft == null) {
                draft = fresh(date.term(), place, payer, date.paymentTermsDays(), date.service());
                draft.isMuted |= isBilledElsewhere;
                byPlace.put(place, draft);
                all.add(draft);
            }
            if (!draft.holdsUsage) {
                draft.holdsUsage = true;
                draft.isTouched = true;
            }
        }
        for (var draft : all) {
            if (!draft.holdsUsage || wanted.contains(Place.of(draft))) continue;
            draft.holdsUsage = false;
            draft.isTouched = true;
        }
    }

    /// Drops what lies on or after the date, cuts what straddles it, and returns the credit that is not needed
    /// any more, by the customer whose it is. An invoice may bear lines of two terms, and each moves on its own
    /// clock.
    ///
    /// @param lines of the term that is cut
    /// @param shares of those that several invoices share
    /// @param taxes of the one whom an invoice bills
    public Map<UUID, Long> shorten(
            LocalDate from, Map<UUID, Line> lines, List<CutShare> shares, Function<ScheduledInvoice, TaxRates> taxes) {
        Map<UUID, Long> released = new HashMap<>();
        for (var draft : all) {
            var own = shares.stream()
                    .filter(share -> share.invoice().equals(draft.id))
                    .toList();
            released.merge(draft.payee.customer(), shorten(draft, from, lines, own, taxes), Long::sum);
        }
        return released;
    }

    private static long shorten(
            ScheduledInvoice draft,
            LocalDate from,
            Map<UUID, Line> lines,
            List<CutShare> shares,
            Function<ScheduledInvoice, TaxRates> taxes) {
        var kept = new ArrayList<ScheduledInvoice.Charge>();
        for (var charge : draft.charges) {
            var line = lines.get(charge.line);
            if (line == null) {
                kept.add(charge);
                continue;
            }
            var before = charge.service.before(from);
            if (before.isEmpty()) {
                draft.dropped.add(charge.id);
                draft.isTouched = true;
                continue;
            }
            if (!before.get().equals(charge.service) && line.kind().isEarnedOverTime()) {
                charge.bill(left(charge, before.get(), line, shares));
                charge.service = before.get();
                charge.isChanged = true;
                draft.isTouched = true;
            }
            kept.add(charge);
        }
        if (!draft.isTouched) return 0;
        draft.charges.clear();
        draft.charges.addAll(kept);
        if (!draft.isEmpty()) draft.tax(taxes.apply(draft));
        return draft.releaseCredit();
    }

    private static Amounts left(ScheduledInvoice.Charge charge, Period service, Line line, List<CutShare> shares) {
        for (var share : shares) {
            if (share.line().equals(charge.line) && share.service().equals(charge.service))
                return new Amounts(share.net(), 0, 0, 0, 0);
        }
        return line.amounts(charge.service, service, charge.net());
    }

    /// A correction of usage or a milestone that waited on an invoice for later service waits no longer than the
    /// service lasts: it bills when that ends (rules G-06, L-03), or on the next day without an invoice (S-07).
    /// Where a pause stands then, it goes on when that ends.
    public void bringForward(BilledTerm term, LocalDate from, LocalDate today) {
        var end = term.clock().calendar(from);
        for (var draft : all) {
            boolean bearsOnlyExtras = draft.charges.isEmpty() && !draft.extras.isEmpty();
            if (!bearsOnlyExtras || draft.isMuted) continue;
            var on = end.isBefore(today) && !term.isPausedOn(from) ? today : end;
            var serviceOn = from;
            while (isTaken(draft.payee, on)) {
                on = on.plusDays(1);
                serviceOn = serviceOn.plusDays(1);
            }
            if (!on.isBefore(draft.billOn)) continue;
            draft.term = term.order().value();
            draft.serviceBillOn = serviceOn;
            draft.billOn = on;
            draft.isPaused = term.isPausedOn(serviceOn);
            draft.isTouched = true;
        }
    }

    private boolean isTaken(ScheduledInvoice.Payee payee, LocalDate on) {
        return all.stream().anyMatch(draft -> draft.payee.equals(payee) && draft.billOn.equals(on) && !draft.isEmpty());
    }
}
