package dev.brickwork.delivery.documents;

import dev.brickwork.platform.CityLine;
import dev.brickwork.platform.Picture;
import dev.brickwork.platform.Translation;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Tiers;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How one document speaks: its words, and its figures and dates as the reader's country writes them. Made for one
/// document and used by one thread, because the formats of the JDK are not safe to share.
public final class Writing {
    /// As tax books call it.
    private static final String VAT = "VAT";

    private static final int PRICE_DECIMALS_MAX = 12;
    /// The most characters that the columns of `paper.css` hold.
    private static final int SUM_LENGTH_MAX = 14;

    private static final int TAX_LENGTH_MAX = 10;
    private static final int PRICE_LENGTH_MAX = 12;

    private final Locale locale;
    private final Currency currency;
    private final NumberFormat money;
    private final NumberFormat amount;
    private final NumberFormat number;
    private final DateTimeFormatter date;
    private final DateTimeFormatter moment;

    Writing(Locale wanted, Currency currency) {
        this.locale = Translation.spoken(wanted);
        this.currency = currency;
        this.money = NumberFormat.getCurrencyInstance(locale);
        money.setCurrency(java.util.Currency.getInstance(currency.name()));
        digits(money);
        this.amount = NumberFormat.getNumberInstance(locale);
        digits(amount);
        this.number = NumberFormat.getNumberInstance(locale);
        number.setMaximumFractionDigits(PRICE_DECIMALS_MAX);
        this.date = DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM).withLocale(locale);
        this.moment = DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.LONG)
                .withLocale(locale);
    }

    private void digits(NumberFormat format) {
        format.setMinimumFractionDigits(currency.exponent());
        format.setMaximumFractionDigits(currency.exponent());
        // A country may write "-5.00 €" with a sign that fonts and copied text do not share; the plain one is safe.
        if (format instanceof DecimalFormat decimal) {
            var symbols = decimal.getDecimalFormatSymbols();
            symbols.setMinusSign('-');
            decimal.setDecimalFormatSymbols(symbols);
        }
    }

    public String language() {
        return locale.getLanguage();
    }

    public String currency() {
        return currency.name();
    }

    public String word(Word word, Object... parts) {
        return parts.length == 0 ? word.in(locale) : word.in(locale).formatted(parts);
    }

    /// With the currency's sign: for sums.
    public String money(long cents) {
        return money.format(major(cents));
    }

    /// Without a sign: for columns.
    public String amount(long cents) {
        return amount.format(major(cents));
    }

    /// A price keeps all its decimals, at least those of the currency (rule M-02).
    public String price(BigDecimal majorUnits) {
        number.setMinimumFractionDigits(currency.exponent());
        return number.format(majorUnits);
    }

    public String quantity(BigDecimal quantity) {
        number.setMinimumFractionDigits(0);
        return number.format(quantity);
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
        var gap = locale.getLanguage().equals("en") ? "" : "\u00a0";
        return quantity(percent) + gap + "%";
    }

    public String discount(InvoicePaper.Discount discount) {
        boolean isSurcharge = discount.isSurcharge();
        var name = isSurcharge ? Word.SURCHARGE : discount.isWithdrawn() ? Word.WITHDRAWN : Word.DISCOUNT;
        return join(
                " ",
                word(name),
                discount.rates().stream()
                        .map(rate -> percent(isSurcharge ? rate.negate() : rate))
                        .collect(Collectors.joining(" + ")),
                discount.coupon().map(code -> word(Word.COUPON, code).strip()).orElse(""));
    }

    /// Value added tax is called what the reader calls it; other taxes have names of their own.
    public String rate(InvoicePaper.TaxRate rate) {
        var name = rate.name().equals(VAT) ? word(Word.VAT) : rate.name();
        return name + "\u00a0" + percent(rate.percent());
    }

    public String date(LocalDate day) {
        return date.format(day);
    }

    public String period(InvoicePaper.Stretch stretch) {
        if (stretch.first().equals(stretch.last())) return date(stretch.first());
        return date(stretch.first()) + " – " + date(stretch.last());
    }

    public String moment(ZonedDateTime moment) {
        return this.moment.format(moment);
    }

    /// Nothing for a company whose country is not known.
    public String country(String code) {
        if (code.equals(Party.NO_COUNTRY)) return "";
        return Locale.of("", code).getDisplayCountry(locale);
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
        return switch (days) {
            case 0 -> word(Word.AT_ONCE);
            case 1 -> word(Word.NET_DAY);
            default -> word(Word.NET_DAYS, quantity(days));
        };
    }

    /// Those of the phases of a contract.
    public String terms(List<Integer> days) {
        return days.stream().map(this::terms).collect(Collectors.joining(" / "));
    }

    public String months(int count) {
        return count == 1 ? word(Word.ONE_MONTH) : word(Word.MONTHS, quantity(count));
    }

    /// "Reason: Wrong customer", with the space that a language puts before its colon.
    public String labelled(String label, String text) {
        return word(Word.LABELLED, label, text);
    }

    public String used(InvoicePaper.Used used) {
        return word(Word.USED, quantity(used.quantity()), quantity(used.included()));
    }

    /// "40 × 2.50", or "Flat fee 100.00", of which a change may take one away.
    public String tier(InvoicePaper.Tier tier) {
        return tier.isFee()
                ? word(Word.FLAT_FEE, price(tier.unitPrice().multiply(tier.quantity())))
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
            all.add(word(Word.INCLUDED, quantity(price.included().value())));
        if (price.overage().isPresent()) {
            var each = price(price.overage().get().major());
            all.add(word(usage.isCommitted() ? Word.EACH_BEYOND : Word.EACH, each));
            return all;
        }
        switch (price.model()) {
            case PricingModel.Flat(var each) -> all.add(word(Word.EACH, price(each.major())));
            case PricingModel.Graduated(var tiers) -> all.addAll(steps(tiers));
            case PricingModel.Volume(var tiers) -> {
                all.addAll(steps(tiers));
                all.add(word(Word.ALL_UNITS));
            }
            case PricingModel.Stairstep(var tiers) -> all.addAll(steps(tiers));
            case PricingModel.Packages(var each, var size) ->
                all.add(word(Word.PER_PACKAGE, price(each.major()), quantity(size.value())));
            case PricingModel.Percentage(var percent) -> all.add(word(Word.OF_VALUE, percent(percent.major())));
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
                    ? word(Word.UP_TO, quantity(step.upTo().get().value()))
                    : below.map(bound -> word(Word.ABOVE, quantity(bound.value())))
                            .orElse("");
            var cost = join(
                    ", ",
                    isFeeAlone ? "" : word(Word.EACH, price(step.unitPrice().major())),
                    step.flatPrice().isZero()
                            ? ""
                            : word(Word.FLAT_FEE, price(step.flatPrice().major())));
            all.add(range.isEmpty() ? cost : labelled(range, cost));
            below = step.upTo();
        }
        return all;
    }

    public String per(InvoicePaper.Per per) {
        return word(
                switch (per) {
                    case MONTH -> Word.PER_MONTH;
                    case QUARTER -> Word.PER_QUARTER;
                    case HALF_YEAR -> Word.PER_HALF_YEAR;
                    case YEAR -> Word.PER_YEAR;
                    case TERM -> Word.PER_TERM;
                });
    }

    /// Names an adjustment: labels of the service in the language of the document, those of the seller as they are.
    public String adjustment(InvoicePaper.Adjustment adjustment) {
        for (var ours : List.of(Word.ADJUSTMENT_CREDIT, Word.CARRIED_FORWARD))
            if (ours.in(Locale.ENGLISH).equals(adjustment.label())) return word(ours);
        return adjustment.label();
    }

    public String settlement(InvoicePaper.Settlement settlement) {
        var kind = word(
                switch (settlement.kind()) {
                    case CREDIT -> Word.CREDIT_APPLIED;
                    case PAYMENT -> Word.PAYMENT_RECEIVED;
                    case OFFSET -> Word.OFFSET;
                    case REFUND -> Word.REFUND;
                });
        return join(
                ", ",
                join(" ", kind, settlement.label().orElse("")),
                settlement.on().map(this::date).orElse(""));
    }

    /// Why a tax is not charged: the law asks for the reason on the document (rule X-05).
    public List<String> taxNotes(InvoicePaper paper) {
        return paper.isExport() ? List.of(word(Word.EXPORT_NOTE)) : taxNotes(paper.taxes());
    }

    public List<String> taxNotes(List<InvoicePaper.Tax> taxes) {
        boolean isReversed =
                taxes.stream().anyMatch(tax -> tax.rate().kind() == InvoicePaper.TaxRate.Kind.REVERSE_CHARGE);
        return isReversed ? List.of(word(Word.REVERSE_CHARGE)) : List.of();
    }

    public String renewal(OrderFormPaper.Renewal renewal) {
        if (!renewal.isAutomatic()) return word(Word.RENEWS_NOT);
        var uplift = renewal.upliftPercent()
                .filter(rate -> rate.signum() != 0)
                .map(rate -> word(Word.UPLIFT, percent(rate)))
                .orElse("");
        return join("; ", word(Word.RENEWS_FOR, months(renewal.months())), uplift);
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
