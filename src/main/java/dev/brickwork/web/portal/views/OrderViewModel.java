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

    public static OrderViewModel of(OrderSheet sheet, PageText say) {
        var form = sheet.form();
        var estimate = form.estimate();
        return new OrderViewModel(
                say.text(sheet.isOpen() ? "order_title" : "order_form"),
                parties(form, say),
                terms(form, say),
                estimate.lines().stream().map(line -> line(line, estimate, say)).toList(),
                parts(form, say),
                say.money(estimate.totals().total(), estimate.currency()),
                schedule(estimate, say),
                sheet.pdfPath(),
                say.text(form.customerSignature().isPresent() ? "signed_pdf" : "read_form"),
                signatures(form, say));
    }

    private static List<Party> parties(OrderForm form, PageText say) {
        var all = new ArrayList<Party>();
        all.add(new Party(
                say.text("provider"),
                form.entity().legalName(),
                lines(form.entity().address(), say)));
        all.add(party("customer", form.customer(), say));
        if (!form.billed().id().equals(form.customer().id())) all.add(party("billed", form.billed(), say));
        return all;
    }

    private static Party party(String role, Customer customer, PageText say) {
        return new Party(say.text(role), customer.formalName(), lines(customer.address(), say));
    }

    private static List<String> lines(Optional<Address> address, PageText say) {
        return address.map(say::address).orElse(List.of());
    }

    private static List<Fact> terms(OrderForm form, PageText say) {
        var term = form.estimate().term();
        var renewal = form.isRenewing()
                ? say.text("renews", "months", say.months(form.renewalMonths()))
                : say.text("renews_not");
        var all = new ArrayList<Fact>();
        all.add(new Fact(say.text("plan"), form.planName()));
        all.add(new Fact(say.text("starts"), say.shortDate(term.start())));
        all.add(new Fact(say.text("ends"), say.shortDate(WireDates.lastDay(term))));
        if (form.type() != OrderType.TRIAL) {
            all.add(new Fact(say.text("length"), say.months(form.contractMonths())));
        }
        all.add(new Fact(say.text("billing"), say.text(frequency(form.estimate().frequency()))));
        all.add(new Fact(say.text("payment_terms"), payment(form, say)));
        all.add(new Fact(say.text("renewal"), renewal));
        return all;
    }

    private static String payment(OrderForm form, PageText say) {
        return form.paymentTermsDays().stream().map(days -> payment(days, say)).collect(Collectors.joining(" / "));
    }

    private static String payment(int days, PageText say) {
        return days == 0 ? say.text("at_once") : say.text("days", "days", days);
    }

    private static String frequency(BillingFrequency frequency) {
        return switch (frequency) {
            case MONTHLY -> "monthly";
            case QUARTERLY -> "quarterly";
            case SEMI_ANNUALLY -> "semi_annually";
            case ANNUALLY -> "annually";
            case ALL_UPFRONT -> "all_upfront";
        };
    }

    private static Line line(EstimateLine priced, Estimate estimate, PageText say) {
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
                        less == 0 ? "" : say.text(discount(line.brick(), less)) + " " + say.money(-less, currency),
                        say),
                isUnlimited
                        ? say.text("unlimited")
                        : "×\u00a0" + say.number(line.quantity().value()),
                say.money(amounts.net(), currency));
    }

    /// Names a difference to the list price: discount, surcharge (negative rate, rule D-06) or withdrawn discount.
    private static String discount(Optional<BrickTerms> brick, long less) {
        if (less > 0) return "discount";
        boolean isAgreed = brick.map(BrickTerms::discounts).stream()
                .flatMap(it -> Stream.of(it.renewing(), it.oneTime()))
                .flatMap(Optional::stream)
                .anyMatch(rate -> rate.value().signum() < 0);
        return isAgreed ? "surcharge" : "withdrawn";
    }

    /// The small print of a line. Usage prices may be tiered, so it refers to the order form for them.
    private static Optional<String> more(Optional<BrickTerms> brick, String period, String discount, PageText say) {
        boolean isMetered = brick.filter(it -> it.type() == BrickType.USAGE && !it.isUnlimited())
                .isPresent();
        return Optional.of(Stream.of(period, discount, isMetered ? say.text("usage_apart") : "")
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(" · ")))
                .filter(text -> !text.isEmpty());
    }

    /// A subtotal that is the total says nothing.
    private static List<Fact> parts(OrderForm form, PageText say) {
        var all = sums(form, say);
        return all.size() > 1 ? all : List.of();
    }

    private static List<Fact> sums(OrderForm form, PageText say) {
        var currency = form.estimate().currency();
        var totals = form.estimate().totals();
        var all = new ArrayList<Fact>();
        all.add(new Fact(say.text("subtotal"), say.money(totals.net(), currency)));
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
    private static String label(AdjustmentCredit credit, PageText say) {
        return credit.label().equals(AdjustmentCredit.LABEL_DEFAULT) ? say.text("adjustment_credit") : credit.label();
    }

    /// Milestones have no date (rule L-05); without them the schedule would not add up to the total.
    private static List<Installment> schedule(Estimate estimate, PageText say) {
        var all = new ArrayList<Installment>();
        for (var item : estimate.schedule()) all.add(installment(item, estimate.currency(), say));
        if (estimate.unscheduledTotal() != 0) {
            all.add(new Installment(
                    say.text("on_completion"), "", say.money(estimate.unscheduledTotal(), estimate.currency())));
        }
        return all;
    }

    private static Installment installment(ScheduleItem item, Currency currency, PageText say) {
        return new Installment(
                say.shortDate(item.billOn()),
                period(item.service(), say),
                say.money(item.amounts().total(), currency));
    }

    private static String period(Period period, PageText say) {
        return say.period(period.start(), WireDates.lastDay(period));
    }

    private static List<Signature> signatures(OrderForm form, PageText say) {
        var all = new ArrayList<Signature>();
        form.customerSignature()
                .ifPresent(it -> all.add(signature(it, form.customer().formalName(), form, say)));
        form.sellerSignature()
                .ifPresent(it -> all.add(signature(it, form.entity().legalName(), form, say)));
        return all;
    }

    private static Signature signature(
            dev.brickwork.contracts.Signature it, String company, OrderForm form, PageText say) {
        var at = say.moment(it.at(), form.zone().id());
        return new Signature(
                it.name(),
                it.title(),
                say.text("signed_for", "company", company),
                it.address()
                        .map(from -> say.text("signed_at", "moment", at, "address", from))
                        .orElseGet(() -> say.text("signed_on", "moment", at)));
    }
}
