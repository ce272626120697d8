package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.calendar.AnchoredMonths;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.money.Currency;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The frozen terms of an order that opens a term (STANDARD, RENEWAL, RECAST, TRIAL). Self-contained: stored
/// with the order, it prices to the same cents for ever.
///
/// All dates are service dates of this term (rule K-02): calendar dates less the days paused since its start.
///
/// @param months contract length
/// @param isPhased whether the order was written with phases; the estimate then lists them
/// @param phases in order of time, at least one, without gaps; an order without phases has exactly one
public record Terms(
        CouponClock couponClock,
        LocalDate startsOn,
        int months,
        BillingFrequency frequency,
        Currency currency,
        boolean isPhased,
        List<PhaseTerms> phases) {
    public static final int MONTHS_MAX = 1200;
    public static final int PHASES_MAX = 60;
    public static final int BRICKS_PER_PHASE_MAX = 200;

    public Terms {
        phases = named(phases);
        int month = 0;
        for (var phase : phases) {
            if (phase.fromMonth() != month)
                throw new IllegalArgumentException("a gap before month " + phase.fromMonth());
            month = phase.toMonth();
        }
        if (month != months) throw new IllegalArgumentException("phases of %d months in %d".formatted(month, months));
    }

    /// Rule Q-03.
    private static List<PhaseTerms> named(List<PhaseTerms> phases) {
        return IntStream.range(0, phases.size())
                .mapToObj(place -> {
                    var phase = phases.get(place);
                    return phase.name().isEmpty() ? phase.named("Phase " + (place + 1)) : phase;
                })
                .toList();
    }

    /// The faults that keep these terms from being priced, at the paths of the request.
    public List<PricingFault> faults() {
        var faults = new ArrayList<PricingFault>();
        if (months > MONTHS_MAX) {
            faults.add(new PricingFault("contract_length", "must not exceed %d months".formatted(MONTHS_MAX)));
        }
        if (phases.size() > PHASES_MAX) {
            faults.add(new PricingFault("phases", "must not be more than %d".formatted(PHASES_MAX)));
        }
        for (int i = 0; i < phases.size(); i++) {
            BrickFaults.collect(phases.get(i).bricks(), brickPath(i), faults);
        }
        return faults;
    }

    /// Where the request holds the bricks of a phase.
    public String brickPath(int phase) {
        return isPhased ? "phases[%d].bricks".formatted(phase) : "bricks";
    }

    public AnchoredMonths anchor() {
        return new AnchoredMonths(startsOn);
    }

    public LocalDate endsOn() {
        return startsOn.plusMonths(months);
    }

    public Period term() {
        return new Period(startsOn, endsOn());
    }

    /// The phase that a day of service lies in; the last one for a day after all of them.
    public PhaseTerms phaseOn(LocalDate date) {
        for (var phase : phases) if (date.isBefore(term(phase).end())) return phase;
        return phases.getLast();
    }

    public Optional<PhaseTerms> phaseAt(int position) {
        return phases.stream().filter(phase -> phase.position() == position).findFirst();
    }

    public Period term(PhaseTerms phase) {
        return new Period(startsOn.plusMonths(phase.fromMonth()), startsOn.plusMonths(phase.toMonth()));
    }
}
