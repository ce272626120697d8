package dev.brickwork.billing.explain;

import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.contract.Accrual;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.contract.LineKind;
import dev.brickwork.pricing.contract.TierRow;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Ratio;
import dev.brickwork.pricing.terms.BrickPrice;
import dev.brickwork.pricing.terms.PricingModel;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How the amount of one stretch of one line of an order came about: its price over the whole term, the two values
/// of the cumulative function whose difference is billed, and what was taken off. Measured on service dates, told in
/// those of the calendar (rule K-02). Pure.
record ExplainCharge(Line line, Currency currency, ExplainedLine billed, ServiceClock clock) {
    private static final int SHOWN_DECIMALS = 3;

    List<Explanation> parts() {
        var all = new ArrayList<Explanation>();
        all.add(grossPart());
        long discount = billed.detail("brick_discount");
        long coupon = billed.detail("coupon");
        if (discount != 0) all.add(discountPart(discount));
        if (coupon != 0) all.add(Explanation.of("coupon", "Coupon: " + coupons(), -coupon, "D-08", "D-04"));
        return all;
    }

    private Explanation grossPart() {
        long gross = billed.gross();
        var tiers = tiers();
        if (!line.kind().isEarnedOverTime()) {
            var text =
                    line.kind() == LineKind.ONE_TIME ? "Billed once, with the first invoice" : "Billed when completed";
            return Explanation.of("gross", text, gross, line.kind() == LineKind.ONE_TIME ? "P-12" : "L-01")
                    .with(tiers);
        }
        var parts = new ArrayList<>(tiers);
        var service = new Period(billed.date("service_starts_on"), billed.date("service_ends_on"));
        var from = line.months().position(service.start());
        var to = line.months().position(service.end());
        var shown = billed.dates();
        var earned = earned(line.gross(), to, "Value of the service up to %s".formatted(WireDates.lastDay(shown)));
        var before = earned(line.gross(), from, "less its value before %s".formatted(shown.start()));
        var isAllOfIt = line.gross().between(from, to) == gross;
        if (isAllOfIt) {
            parts.add(earned);
            if (line.gross().upTo(from) != 0) parts.add(negated(before));
        }
        var term = clock.calendar(line.term());
        return Explanation.of(
                        "gross",
                        "%s for the whole term of %s (%s to %s), billed here for %s"
                                .formatted(
                                        shown(line.gross().total()),
                                        line.months().durationText(line.term()),
                                        term.start(),
                                        WireDates.lastDay(term),
                                        line.months().durationText(service)),
                        gross,
                        "S-03",
                        "M-05")
                .with(parts);
    }

    /// One value of the cumulative function, and its rounding where there was one.
    private Explanation earned(Accrual accrual, Ratio position, String what) {
        long value = accrual.upTo(position);
        if (!accrual.undone().isEmpty()) {
            return Explanation.of("period", what + ", as it was agreed before and is taken away", value, "U-03");
        }
        var whole = accrual.to().minus(accrual.from());
        var part = position.compareTo(accrual.to()) > 0 ? whole : position.minus(accrual.from());
        var text = "%s: %s × %s / %s months".formatted(what, shown(accrual.total()), shown(part), shown(whole));
        var explained = Explanation.of("period", text, value, "T-04", "M-04");
        if (whole.numerator() == 0) return explained;
        var exact = BigDecimal.valueOf(accrual.total())
                .multiply(BigDecimal.valueOf(part.numerator()))
                .multiply(BigDecimal.valueOf(whole.denominator()))
                .divide(
                        BigDecimal.valueOf(part.denominator()).multiply(BigDecimal.valueOf(whole.numerator())),
                        MathContext.DECIMAL64);
        if (exact.compareTo(BigDecimal.valueOf(value)) == 0) return explained;
        var fine = exact.setScale(SHOWN_DECIMALS, RoundingMode.HALF_UP).movePointLeft(currency.exponent());
        var rounding = "%s to %s, half up".formatted(fine.toPlainString(), shown(value));
        return explained.with(List.of(Explanation.note("rounding", rounding, "M-03")));
    }

    private static Explanation negated(Explanation part) {
        return new Explanation(
                part.what(), part.text(), part.amount().map(it -> -it), part.rules(), part.facts(), part.parts());
    }

    private String shown(long minor) {
        return Explanation.shown(minor, currency);
    }

    /// Months are exact fractions: 7 1/3.
    private static String shown(Ratio months) {
        long whole = months.numerator() / months.denominator();
        long rest = months.numerator() % months.denominator();
        if (rest == 0) return Long.toString(whole);
        var fraction = "%d/%d".formatted(rest, months.denominator());
        return whole == 0 ? fraction : whole + " " + fraction;
    }

    private List<Explanation> tiers() {
        var rule = line.brick()
                .map(brick -> brick.isUnlimited() ? "P-11" : rule(brick.price()))
                .orElse("P-10");
        return line.tiers().stream()
                .map(row -> Explanation.note(
                        "tier",
                        "%s for %s = %s"
                                .formatted(
                                        factors(row),
                                        row.durationText(),
                                        row.subTotal().toPlainString()),
                        rule,
                        "P-13"))
                .toList();
    }

    /// A percentage is no price of a unit: it is a share of an amount (rule G-11).
    private String factors(TierRow row) {
        boolean isShare = line.brick()
                .filter(brick -> !brick.isUnlimited() && brick.price().model() instanceof PricingModel.Percentage)
                .isPresent();
        if (isShare) {
            var amount = row.quantity().value().movePointLeft(currency.exponent());
            var shown = amount.setScale(Math.max(amount.scale(), currency.exponent()));
            return "%s %% of %s".formatted(row.unitPrice().shownAsPercent(), shown.toPlainString());
        }
        return "%s × %s%s".formatted(row.quantity(), row.isFee() ? "flat fee " : "", row.price());
    }

    private static String rule(BrickPrice price) {
        return switch (price.model()) {
            case PricingModel.Flat _ -> "P-01";
            case PricingModel.Graduated _ -> "P-03";
            case PricingModel.Volume _ -> "P-04";
            case PricingModel.Stairstep _ -> "P-05";
            case PricingModel.Packages _ -> "P-06";
            case PricingModel.Percentage _ -> "G-11";
        };
    }

    private Explanation discountPart(long discount) {
        var texts = new ArrayList<String>();
        var rules = new ArrayList<>(List.of("D-01"));
        line.brick().ifPresent(brick -> {
            var discounts = brick.discounts();
            discounts.renewing().ifPresent(rate -> texts.add(rate(rate) + ", renewing"));
            discounts.oneTime().ifPresent(rate -> texts.add(rate(rate) + ", once"));
            if (discounts.renewing().isPresent() && discounts.oneTime().isPresent()) rules.add("D-02");
            if (discounts.fixed().isPresent()) {
                texts.add(shown(discounts.fixed().getAsLong()) + " off");
                rules.add("D-03");
            }
        });
        rules.add("D-04");
        var text = "Discount: " + (texts.isEmpty() ? "as agreed" : String.join(" and ", texts));
        return new Explanation("discount", text, Optional.of(-discount), rules, "{}", List.of());
    }

    private static String rate(Percent rate) {
        return rate + " %";
    }

    private String coupons() {
        return line.coupons().stream()
                .map(share -> share.from().equals(share.to())
                        ? "%s at once".formatted(shown(share.total()))
                        : "%s over %s months"
                                .formatted(
                                        shown(share.total()), shown(share.to().minus(share.from()))))
                .reduce((one, other) -> one + ", " + other)
                .orElse("as agreed");
    }
}
