package dev.brickwork.delivery.documents;

import dev.brickwork.delivery.documents.InvoicePaper.Adjustment;
import dev.brickwork.delivery.documents.InvoicePaper.BankRow;
import dev.brickwork.delivery.documents.InvoicePaper.Discount;
import dev.brickwork.delivery.documents.InvoicePaper.Head;
import dev.brickwork.delivery.documents.InvoicePaper.HowToPay;
import dev.brickwork.delivery.documents.InvoicePaper.Line;
import dev.brickwork.delivery.documents.InvoicePaper.Seller;
import dev.brickwork.delivery.documents.InvoicePaper.Settlement;
import dev.brickwork.delivery.documents.InvoicePaper.Stretch;
import dev.brickwork.delivery.documents.InvoicePaper.Tax;
import dev.brickwork.delivery.documents.InvoicePaper.TaxRate;
import dev.brickwork.delivery.documents.InvoicePaper.Tier;
import dev.brickwork.delivery.documents.InvoicePaper.Totals;
import dev.brickwork.delivery.documents.InvoicePaper.Voided;
import dev.brickwork.delivery.documents.Party.Address;
import dev.brickwork.delivery.documents.Party.Contact;
import dev.brickwork.delivery.documents.Party.TaxId;
import dev.brickwork.pricing.money.Currency;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Papers for tests. The figures are worked out here by the rules (tax once per rate, rule X-02), so that a test
/// only says what is special about its invoice.
final class Papers {
    static final LocalDate ISSUED = LocalDate.of(2026, 3, 1);
    static final Stretch MARCH = new Stretch(ISSUED, LocalDate.of(2026, 3, 31));
    static final TaxRate GERMAN_VAT = new TaxRate("USt", new BigDecimal("19"), TaxRate.Kind.CHARGED);
    static final TaxRate GERMAN_VAT_LOW = new TaxRate("USt", new BigDecimal("7"), TaxRate.Kind.CHARGED);
    static final TaxRate REVERSE = new TaxRate("VAT", BigDecimal.ZERO, TaxRate.Kind.REVERSE_CHARGE);
    static final TaxRate ZERO = new TaxRate("VAT", BigDecimal.ZERO, TaxRate.Kind.ZERO);

    Locale locale = Locale.US;
    Currency currency = Currency.EUR;
    Party seller = company("Mauerwerk Software GmbH", "DE", "Lehmgasse 12", "10115", "Berlin", "DE136695976");
    Optional<byte[]> logo = Optional.empty();
    Party billed = company("Hochbau & Söhne AG", "DE", "Ziegelstraße 4", "20095", "Hamburg", "DE811569869");
    Optional<Party> endCustomer = Optional.empty();
    String number = "2026-000123";
    int version = 1;
    Optional<String> replaced = Optional.empty();
    Optional<String> purchaseOrder = Optional.of("PO-77812");
    List<Line> lines = new ArrayList<>();
    List<Adjustment> adjustments = new ArrayList<>();
    List<Settlement> settlements = new ArrayList<>();
    Optional<String> memo = Optional.empty();
    Optional<Voided> voided = Optional.empty();
    Optional<String> paymentUrl = Optional.of("https://pay.example.com/i/3fZk0T9m2VQx7yLwB1nH5sGd8aRc4eUj");

    static Papers paper() {
        return new Papers();
    }

    static Party company(String name, String country, String street, String code, String city, String vatId) {
        return new Party(
                name,
                new Address(List.of(street), Optional.of(code), Optional.of(city), Optional.empty(), country),
                vatId.isEmpty() ? List.of() : List.of(new TaxId(TaxId.Kind.VAT, vatId)),
                Optional.of(new Contact(
                        "Accounts",
                        Optional.empty(),
                        Optional.of("billing@example.com"),
                        Optional.of("+49 30 1234567"))));
    }

    Papers in(Locale locale) {
        this.locale = locale;
        return this;
    }

    Papers line(String name, String quantity, String price, TaxRate... rates) {
        return line(name, quantity, price, List.of(), rates);
    }

    static Discount percent(String rate, long cents) {
        return new Discount(List.of(new BigDecimal(rate)), Optional.empty(), cents);
    }

    Papers line(String name, String quantity, String price, List<Discount> discounts, TaxRate... rates) {
        lines.add(new Line(
                name,
                "BRK-%03d".formatted(lines.size() + 1),
                Optional.empty(),
                new BigDecimal(quantity),
                false,
                Optional.of("seats"),
                Optional.of(new BigDecimal(price)),
                Optional.empty(),
                Optional.empty(),
                Optional.of(MARCH),
                List.of(),
                cents(new BigDecimal(quantity).multiply(new BigDecimal(price))),
                discounts,
                List.of(rates),
                0));
        return this;
    }

    /// 2,500 calls: 1,000 at 0.02, 1,500 at 0.015, with a base fee.
    Papers tieredLine(TaxRate... rates) {
        lines.add(new Line(
                "API calls",
                "BRK-USE",
                Optional.of(new InvoicePaper.Used(new BigDecimal("3000"), new BigDecimal("500"))),
                new BigDecimal("2500"),
                false,
                Optional.of("calls"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Stretch(LocalDate.of(2026, 2, 1), LocalDate.of(2026, 2, 28))),
                List.of(
                        new Tier(new BigDecimal("1000"), new BigDecimal("0.02"), false),
                        new Tier(BigDecimal.ONE, new BigDecimal("5.00"), true),
                        new Tier(new BigDecimal("1500"), new BigDecimal("0.015"), false)),
                47_50,
                List.of(),
                List.of(rates),
                0));
        return this;
    }

    Papers credit(String label, long cents) {
        adjustments.add(new Adjustment(label, cents));
        return this;
    }

    Papers settled(Settlement.Kind kind, String label, long cents) {
        settlements.add(new Settlement(
                kind, Optional.of(LocalDate.of(2026, 3, 9)), Optional.of(label).filter(l -> !l.isEmpty()), cents));
        return this;
    }

    Papers voided(String reason) {
        voided = Optional.of(new Voided(LocalDate.of(2026, 3, 12), Optional.of(reason)));
        return this;
    }

    /// Copies a line with other taxes.
    static Line taxed(Line line, List<TaxRate> rates, long tax) {
        return new Line(
                line.name(),
                line.code(),
                line.used(),
                line.quantity(),
                line.isUnlimited(),
                line.unit(),
                line.unitPrice(),
                line.per(),
                line.share(),
                line.servicePeriod(),
                line.tiers(),
                line.grossCents(),
                line.discounts(),
                rates,
                tax);
    }

    InvoicePaper made() {
        var taxes = taxes();
        var rows = new ArrayList<Line>();
        // The tests need lines that add up to the tax; which line carries a left-over cent does not matter to paper.
        var left = new LinkedHashMap<TaxRate, Long>();
        taxes.forEach(tax -> left.put(tax.rate(), tax.amountCents()));
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            long tax = 0;
            for (var rate : line.taxRates()) {
                var isLast = lines.subList(i + 1, lines.size()).stream()
                        .noneMatch(l -> l.taxRates().contains(rate));
                var share = isLast ? left.getOrDefault(rate, 0L) : cents(share(line, rate));
                left.merge(rate, -share, Long::sum);
                tax += share;
            }
            rows.add(taxed(line, line.taxRates(), tax));
        }
        long subtotal = rows.stream().mapToLong(Line::grossCents).sum();
        long discount = rows.stream().mapToLong(Line::discountCents).sum();
        long tax = taxes.stream().mapToLong(Tax::amountCents).sum();
        long adjusted = adjustments.stream().mapToLong(Adjustment::cents).sum();
        long settled = settlements.stream().mapToLong(Settlement::cents).sum();
        return new InvoicePaper(
                locale,
                currency,
                new Seller(seller, logo),
                billed,
                endCustomer,
                new Head(
                        number,
                        version,
                        replaced,
                        ISSUED,
                        ISSUED.plusDays(30),
                        ISSUED,
                        Optional.of(MARCH),
                        purchaseOrder,
                        30,
                        Optional.of("Business plan, subscription of Hochbau")),
                rows,
                taxes,
                adjustments,
                new Totals(subtotal, discount, tax, adjusted, subtotal - discount + tax + adjusted - settled),
                settlements,
                new HowToPay(
                        false,
                        paymentUrl,
                        List.of(
                                new BankRow(BankRow.Kind.HOLDER, "Account holder", "Mauerwerk Software GmbH"),
                                new BankRow(BankRow.Kind.ACCOUNT, "IBAN", "DE75 5121 0800 1245 1261 99"),
                                new BankRow(BankRow.Kind.BANK_CODE, "BIC", "SOGEDEFF"))),
                memo,
                voided);
    }

    private List<Tax> taxes() {
        var bases = new LinkedHashMap<TaxRate, Long>();
        for (var line : lines) for (var rate : line.taxRates()) bases.merge(rate, line.netCents(), Long::sum);
        return bases.entrySet().stream()
                .map(base -> new Tax(
                        base.getKey(),
                        base.getValue(),
                        BigDecimal.valueOf(base.getValue())
                                .multiply(base.getKey().percent())
                                .movePointLeft(2)
                                .setScale(0, RoundingMode.HALF_UP)
                                .longValueExact()))
                .toList();
    }

    private static BigDecimal share(Line line, TaxRate rate) {
        return BigDecimal.valueOf(line.netCents(), 2).multiply(rate.percent()).movePointLeft(2);
    }

    private static long cents(BigDecimal major) {
        return major.movePointRight(2).setScale(0, RoundingMode.HALF_UP).longValueExact();
    }
}
