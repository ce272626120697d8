package dev.brickwork.delivery.mail.letters;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.pricing.money.Currency;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes the mails about usage that reached a threshold.
public final class UsageLetters {
    private UsageLetters() {}

    /// Tells which threshold was reached, and the usage of its window.
    ///
    /// @param measure what the threshold counts, the last word of the event's type
    public static Letter reached(SubscriptionFacts facts, String measure, JsonNode event) {
        var say = new MailText(facts.locale());
        var brick = event.path("brick_name").asText();
        var threshold = shown(say, measure, event, "threshold");
        var subject = switch (measure) {
            case "precommitment" -> say.text("commitment_used", "brick", brick, "share", threshold);
            case "units" -> say.text("units_used", "brick", brick, "quantity", threshold);
            case "money" -> say.text("overage_reached", "brick", brick, "amount", threshold);
            default -> throw new IllegalStateException("no measure: " + measure);
        };
        var rows = new ArrayList<Letter.Fact>();
        rows.add(new Letter.Fact(say.text("threshold"), threshold, false));
        rows.add(new Letter.Fact(say.text("reached"), shown(say, measure, event, "reached"), true));
        rows.addAll(window(say, event.path("window")));
        return new Letter(
                say.locale(),
                facts.seller(),
                subject,
                say.text("usage_heading"),
                List.of(say.text("usage_reached", "brick", brick, "plan", facts.plan(), "customer", facts.customer())),
                rows,
                Optional.empty(),
                say.text("sent_by", "seller", facts.seller()));
    }

    private static String shown(MailText say, String measure, JsonNode event, String field) {
        var number = event.path(field).decimalValue();
        return switch (measure) {
            case "precommitment" -> say.percent(number);
            case "money" ->
                say.money(
                        number.longValueExact(),
                        Currency.of(event.path("currency").asText()));
            default -> say.number(number);
        };
    }

    private static List<Letter.Fact> window(MailText say, JsonNode window) {
        var unit = window.path("unit").asText("");
        return List.of(
                new Letter.Fact(say.text("used"), units(say, window.path("used"), unit), false),
                new Letter.Fact(say.text("commitment"), units(say, window.path("pre_commitment"), unit), false),
                new Letter.Fact(
                        say.text("period"),
                        "%s – %s".formatted(day(say, window.path("starts_at")), day(say, window.path("ends_at"))),
                        false));
    }

    private static String units(MailText say, JsonNode number, String unit) {
        return (say.number(number.decimalValue()) + " " + unit).strip();
    }

    /// The event gives moments of the subscription's zone, so their dates are its dates.
    private static String day(MailText say, JsonNode moment) {
        return say.date(OffsetDateTime.parse(moment.asText()).toLocalDate());
    }
}
