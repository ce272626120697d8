package dev.brickwork.billing.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.billing.rating.RateUsage;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.usage.WindowKey;
import dev.brickwork.metering.MeterBook;
import dev.brickwork.metering.MeterWindow;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.BrickId;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Says where a line of usage comes from: from the amount to the rating of its window, to its prices, to what
/// was used, to the entries (rules G-03 to G-06).
public final class ExplainUsage {
    private static final int ENTRIES_SHOWN_MAX = 20;

    private final MeterBook book;
    private final RateUsage rating;

    public ExplainUsage(MeterBook book, RateUsage rating) {
        this.book = book;
        this.rating = rating;
    }

    /// The windows of which lines bill usage, as they are now.
    Map<WindowKey, MeterWindow> windows(Tx tx, List<ExplainedLine> lines) {
        var keys = lines.stream()
                .filter(ExplainedLine::isUsage)
                .map(line -> key(line.details()))
                .toList();
        var subscriptions = keys.stream().map(WindowKey::subscription).collect(Collectors.toSet());
        var windows = new HashMap<WindowKey, MeterWindow>();
        for (var metered : rating.metered(tx, subscriptions).values()) {
            for (var key : keys) {
                Optional.ofNullable(metered.windows().get(key)).ifPresent(window -> windows.put(key, window.meter()));
            }
        }
        return windows;
    }

    /// @param windows of all lines
    List<Explanation> parts(Tx tx, ExplainedLine line, Map<WindowKey, MeterWindow> windows, Currency currency) {
        var all = new ArrayList<Explanation>();
        var details = line.details();
        long before = details.path("billed_before_gross").longValue();
        long waived = details.path("waived_gross").longValue();
        long fee = details.path("fee_gross").longValue();
        long credited = details.path("credited_gross").longValue();
        var beside = fee == 0 ? "" : " beside the fee of %s for the window".formatted(Explanation.shown(fee, currency));
        var text = "%s beyond %s committed and %s included, of %s used: %s%s; billed before: %s%s%s"
                .formatted(
                        quantity(details, "over"),
                        quantity(details, "committed"),
                        quantity(details, "included"),
                        quantity(details, "used"),
                        Explanation.shown(details.path("rated_gross").longValue(), currency),
                        beside,
                        Explanation.shown(before, currency),
                        credited == 0 ? "" : "; to the credit balance: " + Explanation.shown(credited, currency),
                        waived == 0 ? "" : "; muted or waived: " + Explanation.shown(waived, currency));
        all.add(Explanation.of("gross", text, line.gross(), "G-03", ExplainInvoice.rule(line.kind()), "M-04")
                .knowing(details.toString())
                .with(Stream.concat(prices(line, currency).stream(), usage(tx, details, windows).stream())
                        .toList()));
        if (line.discount() != 0) all.add(Explanation.of("discount", "Rates of the brick", -line.discount(), "D-10"));
        return all;
    }

    /// By which prices the units came to the amount: tier by tier, each at one price, or as a share. Nothing is
    /// said where no one price holds: a window may have had two, and a part of it may be waived.
    private static List<Explanation> prices(ExplainedLine line, Currency currency) {
        var all = new ArrayList<Explanation>();
        for (var row : line.details().path("tiers")) {
            var text = "%s × %s%s"
                    .formatted(
                            quantity(row, "quantity"),
                            row.path("is_fee").booleanValue() ? "flat fee " : "",
                            row.path("unit_price").asText());
            all.add(Explanation.note("tier", text, "G-03", "P-13"));
        }
        price(line, "overage_unit_price")
                .filter(price -> comesTo(line, price.movePointRight(currency.exponent())))
                .map(price -> "%s × %s".formatted(line.quantity().toPlainString(), price.toPlainString()))
                .ifPresent(text -> all.add(Explanation.note("price", text, "G-03")));
        price(line, "percent")
                .filter(percent -> comesTo(line, percent.movePointLeft(2)))
                .map(percent -> "%s %% of %s"
                        .formatted(
                                percent.toPlainString(),
                                line.quantity()
                                        .movePointLeft(currency.exponent())
                                        .toPlainString()))
                .ifPresent(text -> all.add(Explanation.note("price", text, "G-03", "G-11")));
        return all;
    }

    private static Optional<BigDecimal> price(ExplainedLine line, String member) {
        return Optional.ofNullable(line.details().path(member).textValue()).map(BigDecimal::new);
    }

    /// Whether the units at so many cents each are the line, but for the cent of what was billed before (rule
    /// G-04).
    private static boolean comesTo(ExplainedLine line, BigDecimal centsEach) {
        var sum = centsEach.multiply(line.quantity());
        return sum.subtract(BigDecimal.valueOf(line.gross())).abs().compareTo(BigDecimal.ONE) <= 0;
    }

    private static Quantity quantity(JsonNode details, String member) {
        return new Quantity(details.path(member).decimalValue());
    }

    private static WindowKey key(JsonNode details) {
        return new WindowKey(
                new SubscriptionId(
                        UUID.fromString(details.path("subscription_id").asText())),
                new OrderId(UUID.fromString(details.path("term_order_id").asText())),
                new BrickId(UUID.fromString(details.path("brick_id").asText())),
                LocalDate.parse(details.path("window_start").asText()));
    }

    private List<Explanation> usage(Tx tx, JsonNode details, Map<WindowKey, MeterWindow> windows) {
        var window = Optional.ofNullable(windows.get(key(details)));
        if (window.isEmpty()) return List.of(); // The contract was changed backwards since.
        var ratedOn = LocalDate.parse(details.path("rated_on").asText());
        var span = window.get().span(ratedOn);
        long count = book.entryCount(tx, span);
        var used = book.used(tx, List.of(span)).getFirst();
        var entries = book.entries(tx, span, ENTRIES_SHOWN_MAX).stream()
                .map(ExplainUsage::entry)
                .toList();
        var sum = Explanation.note(
                        "usage",
                        "%s now, from %s between %s and %s%s"
                                .formatted(
                                        used,
                                        count == 1 ? "1 entry" : count + " entries",
                                        span.from(),
                                        span.until(),
                                        entries.isEmpty() ? "" : "; the newest with an id follow"),
                        "G-01",
                        "G-05")
                .knowing(JsonWriter.text(json -> json.object(out -> out.put("entries", count)
                        .putNumber("used", used.value())
                        .put("from", span.from())
                        .put("until", span.until()))))
                .with(entries);
        return List.of(sum);
    }

    private static Explanation entry(MeterBook.Entry entry) {
        var text = "%s: %s at %s"
                .formatted(entry.transactionId().orElse("-"), entry.value().toPlainString(), entry.time());
        return Explanation.note("entry", text, "G-05")
                .knowing(JsonWriter.text(json -> json.object(out -> out.put("transaction_id", entry.transactionId())
                        .putNumber("value", entry.value())
                        .put("time", entry.time()))));
    }
}
