package dev.brickwork.delivery.documents;

import dev.brickwork.delivery.documents.InvoicePaper.Line;
import dev.brickwork.delivery.documents.InvoicePaper.Stretch;
import dev.brickwork.delivery.documents.InvoicePaper.TaxRate;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// An invoice in the terms of EN 16931, from which both syntaxes (CII and UBL) are written. Amounts are major
/// units.
///
/// What our rules settle after the tax (adjustment credits, ledger credits, payments, offsets) was all paid before
/// or elsewhere, so it stands as the paid amount (BT-113); the amount due (BT-115) is what remains.
record EInvoice(
        InvoicePaper paper,
        List<Item> items,
        List<Category> categories,
        Stretch period,
        BigDecimal lineTotal,
        BigDecimal tax,
        BigDecimal prepaid,
        BigDecimal due) {

    /// The tax category of a line.
    ///
    /// @param rate absent where the code says that there is none
    record Kind(String code, Optional<BigDecimal> rate) {}

    record Category(Kind kind, BigDecimal base, BigDecimal amount, Optional<String> reason) {}

    /// @param price of `priceQuantity` units, so that a tiered line needs no rounded unit price
    record Item(
            Line line, BigDecimal quantity, BigDecimal price, BigDecimal priceQuantity, BigDecimal net, Kind kind) {}

    /// Of every amount (BR-DEC-01 and those after it): the dinars of rule C-02 have one more.
    private static final int DECIMALS_MAX = 2;

    /// Lists what the paper lacks to be an e-invoice, in words for clients of the API; empty when nothing.
    static List<String> missing(InvoicePaper paper) {
        var missing = new ArrayList<String>();
        if (paper.voided().isPresent()) missing.add("a voided invoice has no e-invoice");
        if (paper.currency().exponent() > DECIMALS_MAX)
            missing.add("EN 16931 has no more than two decimals, and %s has %d"
                    .formatted(paper.currency(), paper.currency().exponent()));
        if (paper.lines().isEmpty()) missing.add("an e-invoice needs at least one line");
        if (paper.seller().party().taxIds().isEmpty()) missing.add("the seller's legal entity has no tax id");
        if (!paper.seller().party().address().isKnown())
            missing.add("the address of the seller's legal entity names no country");
        if (!paper.billed().address().isKnown()) missing.add("the address of the billed company names no country");
        if (paper.isReverseCharge() && paper.billed().vatId().isEmpty())
            missing.add("reverse charge needs the billed company's VAT id");
        if (paper.isReverseCharge() && paper.seller().party().vatId().isEmpty())
            missing.add("reverse charge needs the seller's VAT id");
        return List.copyOf(missing);
    }

    static EInvoice of(InvoicePaper paper) {
        var missing = missing(paper);
        if (!missing.isEmpty()) throw new IllegalArgumentException(String.join("; ", missing));
        var items = paper.lines().stream().map(line -> item(paper, line)).toList();
        var totals = paper.totals();
        return new EInvoice(
                paper,
                items,
                categories(paper, items),
                period(paper),
                major(paper, totals.netCents()),
                major(paper, totals.taxCents()),
                major(paper, totals.netCents() + totals.taxCents() - totals.remainingCents()),
                major(paper, totals.remainingCents()));
    }

    BigDecimal grandTotal() {
        return lineTotal.add(tax);
    }

    boolean isPrepaid() {
        return prepaid.signum() != 0;
    }

    String currency() {
        return paper.currency().code();
    }

    BigDecimal money(long cents) {
        return major(paper, cents);
    }

    Optional<String> bank(InvoicePaper.BankRow.Kind kind) {
        return paper.howToPay().bank().stream()
                .filter(row -> row.kind() == kind)
                .map(InvoicePaper.BankRow::value)
                .findFirst();
    }

    Optional<String> account() {
        return bank(InvoicePaper.BankRow.Kind.ACCOUNT).map(account -> account.replace(" ", ""));
    }

    boolean isIban() {
        return account()
                .filter(account -> account.matches("[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}"))
                .isPresent();
    }

    /// UNTDID 1001: a version that replaces another is a corrected invoice, so that the receiver does not book
    /// both; Peppol knows that between Germans alone (P0112), and elsewhere by the reference to the other.
    String type() {
        boolean isCorrection = paper.head().replaced().isPresent();
        return isCorrection && (!Peppol.fits(this) || Peppol.isGerman(paper)) ? "384" : "380";
    }

    /// UNCL 4461: SEPA transfer, other transfer, online payment service, not defined.
    String paymentMeans() {
        if (account().isPresent()) return isIban() ? "58" : "30";
        var isOnline =
                paper.howToPay().isCollected() || paper.howToPay().paymentUrl().isPresent();
        return isOnline ? "68" : "1";
    }

    /// An invoice that is not subject to VAT names no VAT number (BR-O-02).
    Optional<String> vatId(Party party) {
        return party.vatId().map(Party.TaxId::compact).filter(_ -> !isOutsideVat());
    }

    private boolean isOutsideVat() {
        return items.stream().anyMatch(item -> item.kind().code().equals("O"));
    }

    static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    private static Item item(InvoicePaper paper, Line line) {
        var gross = major(paper, line.grossCents());
        var kind = kind(paper, line);
        var net = major(paper, line.netCents());
        // A price is never negative (BR-27): a credit is a negative quantity.
        var quantity = line.quantity().signum() == 0 && gross.signum() != 0
                ? BigDecimal.ONE
                : line.quantity().abs();
        var signed = gross.signum() < 0 ? quantity.negate() : quantity;
        var isPlain = line.unitPrice()
                .filter(price -> price.signum() >= 0)
                .filter(price -> price.multiply(signed)
                                .setScale(gross.scale(), RoundingMode.HALF_UP)
                                .compareTo(gross)
                        == 0);
        if (isPlain.isPresent()) return new Item(line, signed, isPlain.get(), BigDecimal.ONE, net, kind);
        var base = quantity.signum() == 0 ? BigDecimal.ONE : quantity;
        return new Item(line, signed, gross.abs(), base, net, kind);
    }

    private static Kind kind(InvoicePaper paper, Line line) {
        var rate = line.taxRates().stream().map(TaxRate::percent).reduce(BigDecimal.ZERO, BigDecimal::add);
        if (rate.signum() != 0) return new Kind("S", Optional.of(rate));
        if (line.taxRates().isEmpty()) return untaxed(paper);
        var code = switch (line.taxRates().getFirst().kind()) {
            case CHARGED, ZERO -> "Z";
            case REVERSE_CHARGE -> "AE";
        };
        return new Kind(code, Optional.of(BigDecimal.ZERO));
    }

    /// Category where no tax was stated: beside taxed lines only zero-rated; alone, the seller decides.
    private static Kind untaxed(InvoicePaper paper) {
        var isTaxedElsewhere =
                paper.lines().stream().anyMatch(line -> !line.taxRates().isEmpty());
        if (isTaxedElsewhere) return new Kind("Z", Optional.of(BigDecimal.ZERO));
        if (paper.seller().party().vatId().isEmpty()) return new Kind("O", Optional.empty());
        return new Kind(paper.isExport() ? "G" : "Z", Optional.of(BigDecimal.ZERO));
    }

    private static List<Category> categories(InvoicePaper paper, List<Item> items) {
        var bases = new LinkedHashMap<Kind, BigDecimal>();
        for (var item : items) bases.merge(item.kind(), item.net(), BigDecimal::add);
        var amounts = amounts(paper, items);
        return bases.entrySet().stream()
                .map(base -> new Category(
                        base.getKey(),
                        base.getValue(),
                        amounts.getOrDefault(base.getKey(), major(paper, 0)),
                        reason(base.getKey().code())))
                .toList();
    }

    /// The tax of each category on its own base (BR-CO-17). One rate may be part of two categories; it was rounded once
    /// on both (rule X-02), and what single lines bear of it does not tell, because negative ones bear none (M-06).
    private static Map<Kind, BigDecimal> amounts(InvoicePaper paper, List<Item> items) {
        var amounts = new HashMap<Kind, BigDecimal>();
        for (var tax : paper.taxes()) {
            var bases = new LinkedHashMap<Kind, BigDecimal>();
            for (var item : items) {
                if (item.line().taxRates().contains(tax.rate())) bases.merge(item.kind(), item.net(), BigDecimal::add);
            }
            var rest = major(paper, tax.amountCents());
            for (var base : bases.entrySet()) {
                var part = base.getValue().multiply(tax.rate().percent()).movePointLeft(2);
                var rounded = part.setScale(rest.scale(), RoundingMode.HALF_UP);
                amounts.merge(base.getKey(), rounded, BigDecimal::add);
                rest = rest.subtract(rounded);
            }
            var largest = bases.entrySet().stream()
                    .max(Comparator.comparing(base -> base.getValue().abs()));
            if (largest.isPresent()) amounts.merge(largest.get().getKey(), rest, BigDecimal::add);
        }
        return amounts;
    }

    private static Optional<String> reason(String code) {
        return switch (code) {
            case "AE" -> Optional.of("Reverse charge");
            case "G" -> Optional.of("Export outside the EU");
            case "O" -> Optional.of("Not subject to VAT");
            default -> Optional.empty();
        };
    }

    /// Wide enough for the period of every line, which the rules ask for; usage is billed after its window.
    private static Stretch period(InvoicePaper paper) {
        var all = Stream.concat(
                        paper.head().servicePeriod().stream(),
                        paper.lines().stream().flatMap(line -> line.servicePeriod().stream()))
                .toList();
        var day = paper.head().billedOn();
        return new Stretch(
                all.stream().map(Stretch::first).min(LocalDate::compareTo).orElse(day),
                all.stream().map(Stretch::last).max(LocalDate::compareTo).orElse(day));
    }

    private static BigDecimal major(InvoicePaper paper, long cents) {
        return BigDecimal.valueOf(cents, paper.currency().exponent());
    }
}
