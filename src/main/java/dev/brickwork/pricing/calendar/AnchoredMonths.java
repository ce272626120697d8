package dev.brickwork.pricing.calendar;

import dev.brickwork.pricing.money.Ratio;
import java.time.LocalDate;

/// Months counted from one date (rules T-03, T-04). `boundary(k)` is the anchor plus k months, its day clamped
/// to the month; a date between two boundaries has a position that is exact and additive, so that charges and
/// credits always reconcile.
public record AnchoredMonths(LocalDate anchor) {

    public LocalDate boundary(int month) {
        return anchor.plusMonths(month);
    }

    /// `k + days(B(k), d) / days(B(k), B(k+1))`; negative before the anchor.
    public Ratio position(LocalDate date) {
        int month = (date.getYear() - anchor.getYear()) * 12 + date.getMonthValue() - anchor.getMonthValue();
        var from = boundary(month);
        if (date.isBefore(from)) {
            month--;
            from = boundary(month);
        }
        long passed = date.toEpochDay() - from.toEpochDay();
        if (passed == 0) return Ratio.of(month);
        long days = boundary(month + 1).toEpochDay() - from.toEpochDay();
        return Ratio.of(month * days + passed, days);
    }

    public Ratio months(LocalDate from, LocalDate to) {
        return position(to).minus(position(from));
    }

    public Ratio months(Period period) {
        return months(period.start(), period.end());
    }

    /// "12 months", "4 months 14 days", "1 day" (rule P-13): whole anniversary months and the days around them.
    public String durationText(Period period) {
        var from = position(period.start());
        var to = position(period.end());
        int first = Math.toIntExact(Math.ceilDiv(from.numerator(), from.denominator()));
        int last = Math.toIntExact(Math.floorDiv(to.numerator(), to.denominator()));
        if (last <= first) return words(period.days(), "day");
        long around = boundary(first).toEpochDay()
                - period.start().toEpochDay()
                + period.end().toEpochDay()
                - boundary(last).toEpochDay();
        return around == 0 ? words(last - first, "month") : words(last - first, "month") + " " + words(around, "day");
    }

    private static String words(long count, String unit) {
        return count == 1 ? "1 " + unit : count + " " + unit + "s";
    }
}
