package dev.brickwork.delivery.documents;

import dev.brickwork.billing.orders.OrderForm;
import dev.brickwork.customers.Customer;
import dev.brickwork.delivery.documents.InvoicePaper.Discount;
import dev.brickwork.delivery.documents.InvoicePaper.Line;
import dev.brickwork.delivery.documents.InvoicePaper.Per;
import dev.brickwork.delivery.documents.InvoicePaper.Stretch;
import dev.brickwork.delivery.documents.InvoicePaper.Tax;
import dev.brickwork.delivery.documents.InvoicePaper.TaxRate;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.Estimate;
import dev.brickwork.pricing.EstimateLine;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.contract.TierRow;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.tax.TaxAmount;
import dev.brickwork.pricing.terms.BrickPrice;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.PricePeriod;
import dev.brickwork.pricing.terms.PricingModel;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Prints the form of an order: ours, or the seller's HTML with our summary behind it.
public final class PrintOrderForm {
    /// A form with all that is printed on it.
    @FunctionalInterface
    interface Composed {
        /// May take long, so that no connection should be held meanwhile.
        byte[] print();
    }

    private final Documents documents;

    public PrintOrderForm(Documents documents) {
        this.documents = documents;
    }

    public Composed compose(Tx tx, OrderForm form) {
        var order = form.order().toString();
        var bricks = form.estimate().lines().stream()
                .flatMap(priced -> priced.line().brick().stream())
                .map(brick -> brick.id().value());
        var terms = AgreedTerms.of(tx, tx.seller(), bricks, order).get(order);
        var paper = paper(form, Optional.ofNullable(terms));
        return () -> form.html()
                .map(html -> documents.orderForm(tx.seller(), paper, html))
                .orElseGet(() -> documents.orderForm(paper))
                .bytes();
    }

    private static OrderFormPaper paper(OrderForm form, Optional<AgreedTerms> terms) {
        var estimate = form.estimate();
        var entity = form.entity();
        var seller = new InvoicePaper.Seller(
                Companies.party(entity.legalName(), entity.address(), entity.taxId(), Optional.empty()),
                form.seller().logo().map(Companies::picture));
        boolean isPartnerBilled = !form.billed().id().equals(form.customer().id());
        return new OrderFormPaper(
                form.customer().locale(),
                estimate.currency(),
                seller,
                party(form.customer()),
                isPartnerBilled ? Optional.of(party(form.billed())) : Optional.empty(),
                head(form),
                new OrderFormPaper.Renewal(
                        form.isRenewing(), form.renewalMonths(), form.uplift().map(Percent::value)),
                lines(form, terms),
                usage(estimate),
                estimate.taxes().stream().map(PrintOrderForm::tax).toList(),
                estimate.credit().filter(credit -> credit.applied() > 0).stream()
                        .map(credit ->
                                new InvoicePaper.Adjustment(credit.credit().label(), -credit.applied()))
                        .toList(),
                estimate.schedule().stream()
                        .map(item -> new OrderFormPaper.Installment(
                                item.billOn(),
                                Optional.of(stretch(item.service())),
                                item.amounts().total()))
                        .toList(),
                estimate.unscheduledTotal(),
                new OrderFormPaper.Signing(
                        Optional.empty(), form.sellerSignature().map(it -> signature(form, it))),
                signing(form));
    }

    private static OrderFormPaper.Head head(OrderForm form) {
        var estimate = form.estimate();
        return new OrderFormPaper.Head(
                form.order().toString(),
                OrderFormPaper.Type.valueOf(form.type().name()),
                form.planName(),
                stretch(estimate.term()),
                form.contractMonths(),
                OrderFormPaper.Frequency.valueOf(estimate.frequency().name()),
                form.paymentTermsDays(),
                form.purchaseOrder(),
                form.invoiceEmails());
    }

    private static List<Line> lines(OrderForm form, Optional<AgreedTerms> terms) {
        var all = new ArrayList<Line>();
        for (var line : form.estimate().lines()) all.add(line(line, form.estimate(), terms));
        return all;
    }

    private static Line line(EstimateLine priced, Estimate estimate, Optional<AgreedTerms> terms) {
        var line = priced.line();
        var amounts = priced.amounts();
        var discounts = new ArrayList<Discount>();
        if (amounts.discount() != 0) {
            discounts.add(Discount.own(rates(line.brick()), amounts.gross(), amounts.discount()));
        }
        if (amounts.coupon() != 0) {
            var code = terms.flatMap(it -> it.in(line.key().phasePosition()).coupon());
            discounts.add(Discount.coupon(code.or(estimate::couponCode).orElse(""), amounts.coupon()));
        }
        boolean isUnlimited = line.brick().filter(BrickTerms::isUnlimited).isPresent();
        var unitPrice = unitPrice(line, isUnlimited);
        var price = line.brick().map(BrickTerms::price).or(() -> line.plan().price());
        var period = price.flatMap(BrickPrice::period);
        var per = period.map(it -> it == PricePeriod.YEAR ? Per.YEAR : Per.MONTH)
                .or(() -> line.brick()
                        .filter(brick -> isCommitted(brick, line.quantity()))
                        .map(brick -> window(brick.price())));
        var name = line.brick().map(BrickTerms::name).orElse(line.plan().name());
        return new Line(
                estimate.phaseName(line).map(phase -> name + " – " + phase).orElse(name),
                line.brick().map(BrickTerms::code).orElse(""),
                Optional.empty(),
                line.quantity().value(),
                isUnlimited,
                line.brick()
                        .flatMap(brick -> terms.flatMap(it -> it.unit(brick.id().value()))),
                unitPrice,
                per,
                Optional.empty(),
                per.map(_ -> stretch(priced.dates())),
                unitPrice.isPresent()
                        ? List.of()
                        : line.tiers().stream()
                                .filter(row -> isBought(row, price))
                                .map(PrintOrderForm::tier)
                                .toList(),
                amounts.gross(),
                discounts,
                List.of(),
                amounts.tax());
    }

    /// Where every unit costs the same; a package or a stair is not bought by the unit, and what nothing is
    /// committed of has its prices elsewhere.
    private static Optional<BigDecimal> unitPrice(dev.brickwork.pricing.contract.Line line, boolean isUnlimited) {
        if (line.tiers().size() != 1) return Optional.empty();
        var only = line.tiers().getFirst();
        boolean isPlain = line.brick()
                .filter(brick -> !isPricedByTheUnit(brick, line.quantity()))
                .isEmpty();
        return isUnlimited || (isPlain && only.quantity().equals(line.quantity()))
                ? Optional.of(only.unitPrice().major())
                : Optional.empty();
    }

    private static boolean isPricedByTheUnit(BrickTerms brick, Quantity quantity) {
        return switch (brick.price().model()) {
            case PricingModel.Packages _, PricingModel.Percentage _ -> false;
            case PricingModel.Flat _, PricingModel.Graduated _, PricingModel.Volume _, PricingModel.Stairstep _ ->
                brick.type() != BrickType.USAGE || !quantity.isZero();
        };
    }

    private static boolean isCommitted(BrickTerms brick, Quantity quantity) {
        return brick.type() == BrickType.USAGE && !brick.isUnlimited() && !quantity.isZero();
    }

    /// A share of a value is no price of anything.
    private static boolean isBought(TierRow row, Optional<BrickPrice> price) {
        boolean isShare = price.filter(it -> it.model() instanceof PricingModel.Percentage)
                .isPresent();
        return !isShare && !row.quantity().isZero();
    }

    /// Of each brick once, though several phases may have it.
    private static List<OrderFormPaper.Usage> usage(Estimate estimate) {
        return estimate.lines().stream()
                .flatMap(priced -> priced.line().brick().stream())
                .filter(brick -> brick.type() == BrickType.USAGE && !brick.isUnlimited())
                .map(brick -> new OrderFormPaper.Usage(
                        brick.name(),
                        brick.code(),
                        brick.price(),
                        isCommitted(brick, brick.quantity()),
                        window(brick.price())))
                .distinct()
                .toList();
    }

    /// Rule G-01.
    private static Per window(BrickPrice price) {
        return switch (price.commitment().orElse(BillingFrequency.MONTHLY)) {
            case MONTHLY -> Per.MONTH;
            case QUARTERLY -> Per.QUARTER;
            case SEMI_ANNUALLY -> Per.HALF_YEAR;
            case ANNUALLY -> Per.YEAR;
            case ALL_UPFRONT -> Per.TERM;
        };
    }

    private static InvoicePaper.Tier tier(TierRow row) {
        return new InvoicePaper.Tier(row.quantity().value(), row.unitPrice().major(), row.isFee());
    }

    private static List<BigDecimal> rates(Optional<BrickTerms> brick) {
        return brick.map(BrickTerms::discounts).stream()
                .flatMap(it -> Stream.of(it.renewing(), it.oneTime()))
                .flatMap(Optional::stream)
                .map(Percent::value)
                .toList();
    }

    private static Tax tax(TaxAmount tax) {
        var component = tax.component();
        var rate = TaxRate.of(component.name(), component.rate().value(), component.isReverseCharge());
        return new Tax(rate, tax.taxable(), tax.amount());
    }

    private static Stretch stretch(Period period) {
        return new Stretch(period.start(), WireDates.lastDay(period));
    }

    private static OrderFormPaper.Signing signing(OrderForm form) {
        var signatory = form.signatory()
                .map(person -> new Party.Contact(
                        person.displayName().or(person::email).orElse(""),
                        person.role(),
                        person.email(),
                        Optional.empty()));
        return new OrderFormPaper.Signing(signatory, form.customerSignature().map(it -> signature(form, it)));
    }

    private static OrderFormPaper.Signature signature(OrderForm form, dev.brickwork.contracts.Signature signed) {
        return new OrderFormPaper.Signature(
                signed.name(), signed.title(), signed.at().atZone(form.zone().id()), signed.address());
    }

    private static Party party(Customer customer) {
        return Companies.party(customer.formalName(), customer.address(), customer.taxId(), Optional.empty());
    }
}
