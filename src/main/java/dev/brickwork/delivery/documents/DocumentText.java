package dev.brickwork.delivery.documents;

import dev.brickwork.platform.CityLine;
import dev.brickwork.platform.Picture;
import dev.brickwork.platform.i18n.LocaleFormat;
import dev.brickwork.platform.i18n.MessageBundle;
import dev.brickwork.platform.i18n.Messages;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Tiers;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The texts of one document in its reader's language, with its figures and dates as the reader's country writes them.
public final class DocumentText {
    private static final MessageBundle MESSAGES = new MessageBundle("documents");

    /// As tax books call it.
    private static final String VAT = "VAT";

    /// The most characters that the columns of `paper.css` hold.
    private static final int SUM_LENGTH_MAX = 14;

    private static final int TAX_LENGTH_MAX = 10;
    private static final int PRICE_LENGTH_MAX = 12;

    private final Messages messages;
    private final LocaleFormat format;
    private final Currency currency;

    DocumentText(Locale wanted, Currency currency) {
        this.messages = MESSAGES.in(wanted);
        this.format = new LocaleFormat(MessageBundle.spoken(wanted));
        this.currency = currency;
    }

    public String language() {
        return format.language();
    }

    public String currency() {
        return currency.code();
    }

    /// A text with its places filled.
    ///
    /// @param namesAndValues as [Messages#text] takes them
    public String text(String key, Object... namesAndValues) {
        return messages.text(key, namesAndValues);
    }

    /// With the currency's sign: for sums.
    public String money(long cents) {
        return format.money(major(cents), currency);
    }

    /// Without a sign: for columns.
    public String amount(long cents) {
        return format.amount(major(cents), currency);
    }

    /// A price keeps all its decimals, at least those of the currency (rule M-02).
    public String price(BigDecimal majorUnits) {
        return format.price(majorUnits, currency);
    }

    public String quantity(BigDecimal quantity) {
        return format.number(quantity);
    }

    public String quantity(long quantity) {
        return quantity(BigDecimal.valueOf(quantity));
    }

    /// Whether the figures of a table are too long for its usual columns: they would run into one another.
    public boolean isWide(List<InvoicePaper.Line> lines) {
        return lines.stream()
                .anyMatch(line -> amount(line.grossCents()).length() > SUM_LENGTH_MAX
                        || amount(line.taxCents()).length() > TAX_LENGTH_MAX
                        || line.unitPrice()
                                .filter(price -> price(price).length() > PRICE_LENGTH_MAX)
                                .isPresent());
    }

    public String percent(BigDecimal percent) {
        return format.rate(percent);
    }

    public String discount(InvoicePaper.Discount discount) {
        boolean isSurcharge = discount.isSurcharge();
        var name = isSurcharge ? "surcharge" : discount.isWithdrawn() ? "withdrawn" : "discount";
        return join(
                " ",
                text(name),
                discount.rates().stream()
                        .map(rate -> percent(isSurcharge ? rate.negate() : rate))
                        .collect(Collectors.joining(" + ")),
                discount.coupon()
                        .map(code -> text("coupon", "code", code).strip())
                        .orElse(""));
    }

    /// Value added tax is called what the reader calls it; other taxes have names of their own.
    public String rate(InvoicePaper.TaxRate rate) {
        var name = rate.name().equals(VAT) ? text("vat") : rate.name();
        return name + "\u00a0" + percent(rate.percent());
    }

    public String date(LocalDate day) {
        return format.date(day);
    }

    public String period(InvoicePaper.Stretch stretch) {
        return format.period(stretch.first(), stretch.last());
    }

    public String moment(ZonedDateTime moment) {
        return format.moment(moment.toInstant(), moment.getZone());
    }

    /// Nothing for a company whose country is not known.
    public String country(String code) {
        return code.equals(Party.NO_COUNTRY) ? "" : format.country(code);
    }

    public String town(Party.Address address) {
        return CityLine.of(
                address.country(),
                address.city().orElse(""),
                address.region().orElse(""),
                address.postalCode().orElse(""));
    }

    /// The direction of a foreign text by its first letter. Without it digits behind Arabic words end up
    /// before them.
    public String direction(String text) {
        return text.codePoints()
                        .map(Character::getDirectionality)
                        .filter(way -> way == Character.DIRECTIONALITY_LEFT_TO_RIGHT
                                || way == Character.DIRECTIONALITY_RIGHT_TO_LEFT
                                || way == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC)
                        .limit(1)
                        .anyMatch(way -> way != Character.DIRECTIONALITY_LEFT_TO_RIGHT)
                ? "rtl"
                : "ltr";
    }

    public String terms(int days) {
        return days == 0 ? text("at_once") : text("net_days", "days", days);
    }

    /// Those of the phases of a contract.
    public String terms(List<Integer> days) {
        return days.stream().map(this::terms).collect(Collectors.joining(" / "));
    }

    public String months(int count) {
        return text("months", "count", count, "shown", quantity(count));
    }

    public String orderType(OrderFormPaper.Type type) {
        return text(
                switch (type) {
                    case TRIAL -> "trial";
                    case STANDARD -> "standard";
                    case RENEWAL -> "renewal";
                    case UPGRADE -> "upgrade";
                    case RECAST -> "recast";
                });
    }

    public String frequency(OrderFormPaper.Frequency frequency) {
        return text(
                switch (frequency) {
                    case MONTHLY -> "monthly";
                    case QUARTERLY -> "quarterly";
                    case SEMI_ANNUALLY -> "semi_annually";
                    case ANNUALLY -> "annually";
                    case ALL_UPFRONT -> "all_upfront";
                });
    }

    /// "Reason: Wrong customer", with the space that a language puts before its colon.
    public String labelled(String label, String text) {
        return text("labelled", "label", label, "text", text);
    }

    public String used(InvoicePaper.Used used) {
        return text("used", "used", quantity(used.quantity()), "included", quantity(used.included()));
    }

    /// "40 × 2.50", or "Flat fee 100.00", of which a change may take one away.
    public String tier(InvoicePaper.Tier tier) {
        return tier.isFee()
                ? text("flat_fee", "price", price(tier.unitPrice().multiply(tier.quantity())))
                : quantity(tier.quantity()) + " × " + price(tier.unitPrice());
    }

    /// "77.77 × 1.39%", where the quantity is money (rule G-11).
    public String share(BigDecimal cents, BigDecimal percent) {
        return price(cents.movePointLeft(currency.exponent())) + " × " + percent(percent);
    }

    /// The prices of usage, one sentence each (rules P-03 to P-06, P-09, G-03, G-11).
    public List<String> usage(OrderFormPaper.Usage usage) {
        var price = usage.price();
        var all = new ArrayList<String>();
        if (!price.included().isZero())
            all.add(text("included", "quantity", quantity(price.included().value())));
        if (price.overage().isPresent()) {
            var each = price(price.overage().get().major());
            all.add(text(usage.isCommitted() ? "each_beyond" : "each", "price", each));
            return all;
        }
        switch (price.model()) {
            case PricingModel.Flat(var each) -> all.add(text("each", "price", price(each.major())));
            case PricingModel.Graduated(var tiers) -> all.addAll(steps(tiers));
            case PricingModel.Volume(var tiers) -> {
                all.addAll(steps(tiers));
                all.add(text("all_units"));
            }
            case PricingModel.Stairstep(var tiers) -> all.addAll(steps(tiers));
            case PricingModel.Packages(var each, var size) ->
                all.add(text("per_package", "price", price(each.major()), "size", quantity(size.value())));
            case PricingModel.Percentage(var percent) -> all.add(text("of_value", "percent", percent(percent.major())));
        }
        return all;
    }

    /// "Up to 1,000: 0.05 each, Flat fee 10.00".
    private List<String> steps(Tiers tiers) {
        var all = new ArrayList<String>();
        var below = Optional.<Quantity>empty();
        for (var step : tiers.steps()) {
            boolean isFeeAlone = step.unitPrice().isZero() && !step.flatPrice().isZero();
            var range = step.upTo().isPresent()
                    ? text("up_to", "quantity", quantity(step.upTo().get().value()))
                    : below.map(bound -> text("above", "quantity", quantity(bound.value())))
                            .orElse("");
            var cost = join(
                    ", ",
                    isFeeAlone
                            ? ""
                            : text("each", "price", price(step.unitPrice().major())),
                    step.flatPrice().isZero()
                            ? ""
                            : text("flat_fee", "price", price(step.flatPrice().major())));
            all.add(range.isEmpty() ? cost : labelled(range, cost));
            below = step.upTo();
        }
        return all;
    }

    public String per(InvoicePaper.Per per) {
        return text(
                switch (per) {
                    case MONTH -> "per_month";
                    case QUARTER -> "per_quarter";
                    case HALF_YEAR -> "per_half_year";
                    case YEAR -> "per_year";
                    case TERM -> "per_term";
                });
    }

    /// Names an adjustment: labels of the service in the language of the document, those of the seller as they are.
    public String adjustment(InvoicePaper.Adjustment adjustment) {
        for (var ours : List.of("adjustment_credit", "carried_forward"))
            if (MESSAGES.in(Locale.ENGLISH).text(ours).equals(adjustment.label())) return text(ours);
        return adjustment.label();
    }

    public String settlement(InvoicePaper.Settlement settlement) {
        var kind = text(
                switch (settlement.kind()) {
                    case CREDIT -> "credit_applied";
                    case PAYMENT -> "payment_received";
                    case OFFSET -> "offset";
                    case REFUND -> "refund";
                });
        return join(
                ", ",
                join(" ", kind, settlement.label().orElse("")),
                settlement.on().map(this::date).orElse(""));
    }

    /// Why a tax is not charged: the law asks for the reason on the document (rule X-05).
    public List<String> taxNotes(InvoicePaper paper) {
        return paper.isExport() ? List.of(text("export_note")) : taxNotes(paper.taxes());
    }

    public List<String> taxNotes(List<InvoicePaper.Tax> taxes) {
        boolean isReversed =
                taxes.stream().anyMatch(tax -> tax.rate().kind() == InvoicePaper.TaxRate.Kind.REVERSE_CHARGE);
        return isReversed ? List.of(text("reverse_charge")) : List.of();
    }

    public String renewal(OrderFormPaper.Renewal renewal) {
        if (!renewal.isAutomatic()) return text("renews_not");
        var uplift = renewal.upliftPercent()
                .filter(rate -> rate.signum() != 0)
                .map(rate -> text("uplift", "percent", percent(rate)))
                .orElse("");
        return join("; ", text("renews_for", "months", months(renewal.months())), uplift);
    }

    public String picture(byte[] image) {
        return Picture.of(image)
                .orElseThrow(() -> new IllegalArgumentException("neither PNG nor JPEG"))
                .dataUrl();
    }

    private static String join(String between, String... parts) {
        return Stream.of(parts).filter(part -> !part.isBlank()).collect(Collectors.joining(between));
    }

    private BigDecimal major(long cents) {
        return BigDecimal.valueOf(cents, currency.exponent());
    }
}
