package dev.brickwork.invoicing.usage;

import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.OrderId;
import dev.brickwork.metering.MeterWindow;
import dev.brickwork.pricing.contract.Overage;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// A window of usage as it is billed. On its muted and voided rating dates nothing is paid, and what was added
/// there is not billed on a later one either.
///
/// @param parties who is billed by whom for it
/// @param muted service dates that another system has billed
/// @param voided service dates whose invoice was voided before it was issued, which waives them (rule I-07)
/// @param fee billed at its start
public record BilledWindow(
        MeterWindow meter,
        Subscription.BillingParties parties,
        Set<LocalDate> muted,
        Set<LocalDate> voided,
        AdvanceFee fee) {
    public BilledWindow {
        muted = Set.copyOf(muted);
        voided = Set.copyOf(voided);
    }

    /// An unissued invoice whose usage is never paid: muted, or voided before it was issued.
    ///
    /// @param serviceOn the service date of its term; a later pause moves the calendar away from under a void
    /// @param parties on one date each payer has an invoice of their own
    public record Waiver(
            OrderId term,
            LocalDate serviceOn,
            LocalDate billOn,
            Subscription.BillingParties parties,
            boolean isVoided) {
        /// The end of a term is rated on the first invoice of the one that takes its place (rule R-08).
        private boolean covers(MeterWindow window, LocalDate date) {
            return term.equals(window.term())
                    ? serviceOn.equals(date)
                    : billOn.equals(window.clock().calendar(date));
        }
    }

    /// A window with what is not paid of it: its muted and voided rating dates.
    ///
    /// @param waivers of its subscription
    public static BilledWindow of(
            MeterWindow window, Subscription.BillingParties parties, List<Waiver> waivers, AdvanceFee fee) {
        var muted = new HashSet<LocalDate>();
        var voided = new HashSet<LocalDate>();
        for (var date : window.window().ratedOn()) {
            for (var waiver : waivers) {
                if (waiver.parties.equals(parties) && waiver.covers(window, date))
                    (waiver.isVoided ? voided : muted).add(date);
            }
        }
        return new BilledWindow(window, parties, muted, voided, fee);
    }

    /// The first service date after it.
    LocalDate end() {
        return meter.window().period().end();
    }

    /// The last rating date that is not waived and not after a calendar date.
    public Optional<LocalDate> lastDate(LocalDate billOn) {
        return meter.window().ratedOn().stream()
                .filter(date -> !isWaived(date))
                .filter(date -> !meter.clock().calendar(date).isAfter(billOn))
                .max(LocalDate::compareTo);
    }

    /// Interval between two ratings.
    ///
    /// @param from absent at the beginning of the window
    private record Step(Optional<LocalDate> from, LocalDate to) {}

    private List<Step> waivedSteps(LocalDate until) {
        var steps = new ArrayList<Step>();
        var from = Optional.<LocalDate>empty();
        for (var date : meter.window().ratedOn()) {
            if (isWaived(date) && !date.isAfter(until)) steps.add(new Step(from, date));
            from = Optional.of(date);
        }
        return steps;
    }

    /// The dates whose ratings say what is owed on one of them, which is the last.
    public SortedSet<LocalDate> datesFor(LocalDate ratedOn) {
        var dates = new TreeSet<>(Set.of(ratedOn));
        for (var step : waivedSteps(ratedOn)) {
            step.from.ifPresent(dates::add);
            dates.add(step.to);
        }
        return dates;
    }

    /// The part that is not paid: added on waived dates. Waiving never takes a correction away.
    ///
    /// @param ratings on the dates of [#datesFor(LocalDate)]
    public Overage waived(LocalDate ratedOn, Map<LocalDate, Overage> ratings) {
        var waived = Overage.NONE;
        for (var step : waivedSteps(ratedOn)) {
            var before = step.from.map(date -> at(date, ratings)).orElse(Overage.NONE);
            var added = at(step.to, ratings).minus(before);
            if (added.net() > 0) waived = waived.plus(added);
        }
        return waived;
    }

    private static Overage at(LocalDate date, Map<LocalDate, Overage> ratings) {
        return Objects.requireNonNull(ratings.get(date), () -> "not rated on " + date);
    }

    private boolean isWaived(LocalDate date) {
        return muted.contains(date) || voided.contains(date);
    }
}
