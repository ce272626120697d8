package dev.brickwork.web.portal.views;

import dev.brickwork.billing.orders.OrderForm;
import dev.brickwork.billing.orders.OrderSheet;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.customers.Customer;
import dev.brickwork.pricing.AdjustmentCredit;
import dev.brickwork.pricing.Estimate;
import dev.brickwork.pricing.EstimateLine;
import dev.brickwork.pricing.ScheduleItem;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.sellers.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An order as a page shows it: the parties, the terms, what it costs and when it is billed. The same figures as on
/// its printed form.
///
/// @param pdf where the form can be read
public record OrderViewModel(
        String title,
        List<Party> parties,
        List<Fact> terms,
        List<Line> lines,
        List<Fact> sums,
        String total,
        List<Installment> schedule,
        String pdf,
        String pdfWords,
        List<Signature> signatures) {
    public OrderViewModel {
        parties = List.copyOf(parties);
        terms = List.copyOf(terms);
        lines = List.copyOf(lines);
        sums = List.copyOf(sums);
        schedule = List.copyOf(schedule);
        signatures = List.copyOf(signatures);
    }

    public record Party(String role, String name, List<String> lines) {
        public Party {
            lines = List.copyOf(lines);
        }
    }

    public record Line(String name, Optional<String> more, String quantity, String amount) {}

    public record Installment(String billedOn, String period, String amount) {}

    public record Signature(String name, Optional<String> title, String side, String when) {}

    public static OrderViewModel of(OrderSheet sheet, Speech say) {
        var form = sheet.form();
        var estimate = form.estimate();
        return new OrderViewModel(
                say.say(sheet.isOpen() ? Phrase.ORDER_TITLE : Phrase.ORDER_FORM),
                parties(form, say),
                terms(form, say),
                estimate.lines().stream().map(line -> line(line, estimate, say)).toList(),
                parts(form, say),
                say.money(estimate.totals().total(), estimate.currency()),
                schedule(estimate, say),
                sheet.pdfPath(),
                say.say(form.customerSignature().isPresent() ? Phrase.SIGNED_PDF : Phrase.READ_FORM),
                signatures(form, say));
    }

    private static List<Party> parties(OrderForm form, Speech say) {
        var all = new ArrayList<Party>();
        all.add(new Party(
                say.say(Phrase.PROVIDER),
                form.entity().legalName(),
                lines(form.entity().address(), say)));
        all.add(party(Phrase.CUSTOMER, form.customer(), say));
        if (!form.billed().id().equals(form.customer().id())) all.add(party(Phrase.BILLED, form.billed(), say));
        return all;
    }

    private static Party party(Phrase role, Customer customer, Speech say) {
        return new Party(say.say(role), customer.formalName(), lines(customer.address(), say));
    }

    private static List<String> lines(Optional<Address> address, Speech say) {
        return address.map(say::address).orElse(List.of());
    }

    private static List<Fact> terms(OrderForm form, Speech say) {
        var term = form.estimate().term();
        var renewal = form.isRenewing()
                ? say.say(Phrase.RENEWS, months(form.renewalMonths(), say))
                : say.say(Phrase.RENEWS_NOT);
        var all = new ArrayList<Fact>();
        all.add(new Fact(say.say(Phrase.PLAN), form.planName()));
        all.add(new Fact(say.say(Phrase.STARTS), say.shortDate(term.start())));
        all.add(new Fact(say.say(Phrase.ENDS), say.shortDate(WireDates.lastDay(term))));
        if (form.type() != OrderType.TRIAL) {
            all.add(new Fact(say.say(Phrase.LENGTH), months(form.contractMonths(), say)));
        }
        all.add(new Fact(
                say.say(Phrase.BILLING), say.say(frequency(form.estimate().frequency()))));
        all.add(new Fact(say.say(Phrase.PAYMENT_TERMS), payment(form, say)));
        all.add(new Fact(say.say(Phrase.RENEWAL), renewal));
        return all;
    }

    private static String payment(OrderForm form, Speech say) {
        return form.paymentTermsDays().stream().map(days -> payment(days, say)).collect(Collectors.joining(" / "));
    }

    private static String payment(int days, Speech say) {
        return switch (days) {
            case 0 -> say.say(Phrase.AT_ONCE);
            case 1 -> say.say(Phrase.ONE_DAY);
            default -> say.say(Phrase.DAYS, days);
        };
    }

    private static String months(int count, Speech say) {
        return count == 1 ? say.say(Phrase.ONE_MONTH) : say.say(Phrase.MONTHS, count);
    }

    private static Phrase frequency(BillingFrequency frequency) {
        return switch (frequency) {
            case MONTHLY -> Phrase.MONTHLY;
            case QUARTERLY -> Phrase.QUARTERLY;
            case SEMI_ANNUALLY -> Phrase.SEMI_ANNUALLY;
            case ANNUALLY -> Phrase.ANNUALLY;
            case ALL_UPFRONT -> Phrase.ALL_UPFRONT;
        };
    }

    private static Line line(EstimateLine priced, Estimate estimate, Speech say) {
        var line = priced.line();
        var currency = estimate.currency();
        var amounts = priced.amounts();
        boolean isUnlimited = line.brick().filter(BrickTerms::isUnlimited).isPresent();
        long less = amounts.discount() + amounts.coupon();
        var name = line.brick().map(BrickTerms::name).orElse(line.plan().name());
        return new Line(
                estimate.phaseName(line).map(phase -> name + " – " + phase).orElse(name),
                more(
                        line.brick(),
                        !line.kind().isEarnedOverTime() || priced.dates().equals(estimate.term())
                                ? ""
                                : period(priced.dates(), say),
                        less == 0 ? "" : say.say(discount(line.brick(), less)) + " " + say.money(-less, currency),
                        say),
                isUnlimited
                        ? say.say(Phrase.UNLIMITED)
                        : "×\u00a0" + say.number(line.quantity().value()),
                say.money(amounts.net(), currency));
    }

    /// Names a difference to the list price: discount, surcharge (negative rate, rule D-06) or withdrawn discount.
    private static Phrase discount(Optional<BrickTerms> brick, long less) {
        if (less > 0) return Phrase.DISCOUNT;
        boolean isAgreed = brick.map(BrickTerms::discounts).stream()
                .flatMap(it -> Stream.of(it.renewing(), it.oneTime()))
                .flatMap(Optional::stream)
                .anyMatch(rate -> rate.value().signum() < 0);
        return isAgreed ? Phrase.SURCHARGE : Phrase.WITHDRAWN;
    }

    /// The small print of a line. Usage prices may be tiered, so it refers to the order form for them.
    private static Optional<String> more(Optional<BrickTerms> brick, String period, String discount, Speech say) {
        boolean isMetered = brick.filter(it -> it.type() == BrickType.USAGE && !it.isUnlimited())
                .isPresent();
        return Optional.of(Stream.of(period, discount, isMetered ? say.say(Phrase.USAGE_APART) : "")
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(" · ")))
                .filter(text -> !text.isEmpty());
    }

    /// A subtotal that is the total says nothing.
    private static List<Fact> parts(OrderForm form, Speech say) {
        var all = sums(form, say);
        return all.size() > 1 ? all : List.of();
    }

    private static List<Fact> sums(OrderForm form, Speech say) {
        var currency = form.estimate().currency();
        var totals = form.estimate().totals();
        var all = new ArrayList<Fact>();
        all.add(new Fact(say.say(Phrase.SUBTOTAL), say.money(totals.net(), currency)));
        for (var tax : form.estimate().taxes())
            all.add(new Fact(say.tax(tax.component()), say.money(tax.amount(), currency)));
        form.estimate()
                .credit()
                .filter(credit -> credit.applied() > 0)
                .ifPresent(credit ->
                        all.add(new Fact(label(credit.credit(), say), say.money(-credit.applied(), currency))));
        return all;
    }

    /// As the seller calls it; where it does not, in the reader's language.
    private static String label(AdjustmentCredit credit, Speech say) {
        return credit.label().equals(AdjustmentCredit.LABEL_DEFAULT)
                ? say.say(Phrase.ADJUSTMENT_CREDIT)
                : credit.label();
    }

    /// Milestones have no date (rule L-05); without them the schedule would not add up to the total.
    private static List<Installment> schedule(Estimate estimate, Speech say) {
        var all = new ArrayList<Installment>();
        for (var item : estimate.schedule()) all.add(installment(item, estimate.currency(), say));
        if (estimate.unscheduledTotal() != 0) {
            all.add(new Installment(
                    say.say(Phrase.ON_COMPLETION), "", say.money(estimate.unscheduledTotal(), estimate.currency())));
        }
        return all;
    }

    private static Installment installment(ScheduleItem item, Currency currency, Speech say) {
        return new Installment(
                say.shortDate(item.billOn()),
                period(item.service(), say),
                say.money(item.amounts().total(), currency));
    }

    private static String period(Period period, Speech say) {
        var last = WireDates.lastDay(period);
        if (last.equals(period.start())) return say.shortDate(last);
        return say.shortDate(period.start()) + " – " + say.shortDate(last);
    }

    private static List<Signature> signatures(OrderForm form, Speech say) {
        var all = new ArrayList<Signature>();
        form.customerSignature()
                .ifPresent(it -> all.add(signature(it, form.customer().formalName(), form, say)));
        form.sellerSignature()
                .ifPresent(it -> all.add(signature(it, form.entity().legalName(), form, say)));
        return all;
    }

    private static Signature signature(
            dev.brickwork.contracts.Signature it, String company, OrderForm form, Speech say) {
        var at = say.moment(it.at(), form.zone().id());
        return new Signature(
                it.name(),
                it.title(),
                say.say(Phrase.SIGNED_FOR, company),
                it.address()
                        .map(from -> say.say(Phrase.SIGNED_AT, at, from))
                        .orElseGet(() -> say.say(Phrase.SIGNED_ON, at)));
    }
}
