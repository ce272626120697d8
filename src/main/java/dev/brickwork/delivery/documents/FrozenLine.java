package dev.brickwork.delivery.documents;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.delivery.documents.InvoicePaper.Discount;
import dev.brickwork.delivery.documents.InvoicePaper.Line;
import dev.brickwork.delivery.documents.InvoicePaper.Stretch;
import dev.brickwork.delivery.documents.InvoicePaper.TaxRate;
import dev.brickwork.delivery.documents.InvoicePaper.Tier;
import dev.brickwork.delivery.documents.InvoicePaper.Used;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.pricing.money.Currency;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A line of an invoice as its version froze it.
record FrozenLine(
        String kind,
        String name,
        Optional<String> code,
        Optional<UUID> brick,
        Optional<Integer> phase,
        BigDecimal quantity,
        LocalDate startsOn,
        LocalDate endsOn,
        long gross,
        long discount,
        long tax,
        String taxCategory,
        JsonNode details) {
    static List<FrozenLine> all(SqlSession tx, SellerId seller, UUID invoice, int version) {
        return tx.query("""
                SELECT line.*, agreed.phase_position
                FROM invoice_line line
                LEFT JOIN order_line agreed ON agreed.seller_id = line.seller_id AND agreed.id = line.order_line_id
                WHERE line.seller_id = :seller AND line.invoice_id = :invoice AND line.version = :version
                ORDER BY line.position
                """)
                .bind("seller", seller.value())
                .bind("invoice", invoice)
                .bind("version", version)
                .map((row, _) -> new FrozenLine(
                        Columns.text(row, "kind"),
                        Columns.text(row, "name"),
                        Columns.maybeText(row, "code"),
                        Columns.maybeUuid(row, "brick_id"),
                        Columns.maybeCount(row, "phase_position"),
                        Columns.decimal(row, "quantity"),
                        Columns.date(row, "starts_on"),
                        Columns.date(row, "ends_on"),
                        Columns.number(row, "gross"),
                        Columns.number(row, "discount"),
                        Columns.number(row, "tax"),
                        Columns.text(row, "tax_category"),
                        JsonReader.stored(Columns.text(row, "details"))))
                .list();
    }

    /// Whether it only keeps the total where it belongs.
    boolean isBalancing() {
        return kind.equals("ADJUSTMENT_CREDIT") || kind.equals("CARRIED_FORWARD");
    }

    /// Whether it commits to nothing, as usage that is paid as it goes does at the begin of each window: it bills
    /// nothing, and least of all the time to come.
    boolean isIdle() {
        boolean isCommitment = details.path("kind").asText().equals("COMMITMENT");
        return isCommitment && quantity.signum() == 0 && gross == 0 && discount == 0 && !isUnlimited();
    }

    private boolean isUnlimited() {
        return details.path("is_unlimited").booleanValue();
    }

    /// The order that agreed it; of usage, the one that opened the term.
    Optional<String> order() {
        return Optional.ofNullable(details.path("order_id").textValue())
                .or(() -> Optional.ofNullable(details.path("term_order_id").textValue()));
    }

    /// The terms that applied when the line was served; usage belongs to the day on which its window begins.
    AgreedTerms in(AgreedTerms terms) {
        if (phase.isPresent()) return terms.in(phase.get());
        var window = Optional.ofNullable(details.path("window_start").textValue());
        return window.map(day -> terms.on(LocalDate.parse(day))).orElse(terms);
    }

    Line line(Currency currency, Optional<AgreedTerms> terms, List<TaxRate> rates) {
        var tiers = terms.flatMap(it -> it.share(brick)).isPresent() ? List.<Tier>of() : tiers();
        boolean isByThePackage = terms.filter(it -> it.isByThePackage(brick)).isPresent();
        var unitPrice = Optional.ofNullable(details.path("unit_price").textValue())
                .map(BigDecimal::new)
                .or(() -> tiers.size() == 1
                                && (isUnlimited()
                                        || (!isByThePackage
                                                && tiers.getFirst().quantity().compareTo(quantity) == 0))
                        ? Optional.of(tiers.getFirst().unitPrice())
                        : Optional.empty())
                .or(() -> eachBeyond(currency));
        return new Line(
                name,
                code.orElse(""),
                used(),
                quantity,
                isUnlimited(),
                terms.flatMap(it -> brick.flatMap(it::unit)),
                unitPrice,
                tiers.isEmpty() ? Optional.empty() : terms.flatMap(it -> it.per(brick)),
                terms.flatMap(it -> it.share(brick)).filter(this::isWhole),
                Optional.of(new Stretch(startsOn, endsOn.minusDays(1))),
                unitPrice.isPresent() ? List.of() : tiers,
                gross,
                discounts(terms),
                rates,
                tax);
    }

    /// Of usage beyond what is included or was committed, the whole; a correction bills a difference and says nothing.
    private Optional<Used> used() {
        if (!details.path("over").isNumber()
                || details.path("over").decimalValue().compareTo(quantity) != 0) {
            return Optional.empty();
        }
        var all = details.path("used").decimalValue();
        return Optional.of(new Used(all, all.subtract(quantity)))
                .filter(one -> one.included().signum() > 0);
    }

    /// The price of a unit of usage beyond the commitment, unless the line comes to something else: a window may have
    /// had two prices. What was billed of it before may make a cent (rule G-04).
    private Optional<BigDecimal> eachBeyond(Currency currency) {
        return Optional.ofNullable(details.path("overage_unit_price").textValue())
                .map(BigDecimal::new)
                .filter(price -> price.multiply(quantity)
                                .movePointRight(currency.exponent())
                                .subtract(BigDecimal.valueOf(gross))
                                .abs()
                                .compareTo(BigDecimal.ONE)
                        <= 0);
    }

    /// Whether the line is that share of its quantity, but for the cent of what was billed before (rule G-04):
    /// a window may have had two prices.
    private boolean isWhole(BigDecimal share) {
        var part = share.movePointLeft(2).multiply(quantity);
        return part.signum() != 0
                && part.subtract(BigDecimal.valueOf(gross)).abs().compareTo(BigDecimal.ONE) <= 0;
    }

    private List<Tier> tiers() {
        var all = new ArrayList<Tier>();
        for (var row : details.path("tiers")) {
            var units = row.path("quantity").decimalValue();
            if (units.signum() == 0) continue;
            all.add(new Tier(
                    units,
                    new BigDecimal(row.path("unit_price").asText()),
                    row.path("is_fee").booleanValue()));
        }
        return all;
    }

    private List<Discount> discounts(Optional<AgreedTerms> terms) {
        var all = new ArrayList<Discount>();
        long coupon = details.path("coupon").longValue();
        long own = discount - coupon;
        if (own != 0) {
            var rates =
                    brick.flatMap(it -> terms.map(agreed -> agreed.rates(it))).orElse(List.of());
            all.add(Discount.own(rates, gross, own));
        }
        if (coupon != 0)
            all.add(Discount.coupon(terms.flatMap(AgreedTerms::coupon).orElse(""), coupon));
        return all;
    }
}
