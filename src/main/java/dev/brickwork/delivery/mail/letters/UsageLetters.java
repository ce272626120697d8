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
        var say = new Wording(facts.locale());
        var brick = event.path("brick_name").asText();
        var threshold = shown(say, measure, event, "threshold");
        var subject = switch (measure) {
            case "precommitment" -> say.say(Phrase.COMMITMENT_USED, brick, threshold);
            case "units" -> say.say(Phrase.UNITS_USED, brick, threshold);
            case "money" -> say.say(Phrase.OVERAGE_REACHED, brick, threshold);
            default -> throw new IllegalStateException("no measure: " + measure);
        };
        var rows = new ArrayList<Letter.Fact>();
        rows.add(new Letter.Fact(say.say(Phrase.THRESHOLD), threshold, false));
        rows.add(new Letter.Fact(say.say(Phrase.REACHED), shown(say, measure, event, "reached"), true));
        rows.addAll(window(say, event.path("window")));
        return new Letter(
                say.locale(),
                facts.seller(),
                subject,
                say.say(Phrase.USAGE_HEADING),
                List.of(say.say(Phrase.USAGE_REACHED, brick, facts.plan(), facts.customer())),
                rows,
                Optional.empty(),
                say.say(Phrase.SENT_BY, facts.seller()));
    }

    private static String shown(Wording say, String measure, JsonNode event, String field) {
        var number = event.path(field).decimalValue();
        return switch (measure) {
            case "precommitment" -> say.percent(number);
            case "money" ->
                say.money(
                        number.longValueExact(),
                        Currency.valueOf(event.path("currency").asText()));
            default -> say.number(number);
        };
    }

    private static List<Letter.Fact> window(Wording say, JsonNode window) {
        var unit = window.path("unit").asText("");
        return List.of(
                new Letter.Fact(say.say(Phrase.USED), units(say, window.path("used"), unit), false),
                new Letter.Fact(say.say(Phrase.COMMITMENT), units(say, window.path("pre_commitment"), unit), false),
                new Letter.Fact(
                        say.say(Phrase.PERIOD),
                        "%s – %s".formatted(day(say, window.path("starts_at")), day(say, window.path("ends_at"))),
                        false));
    }

    private static String units(Wording say, JsonNode number, String unit) {
        return (say.number(number.decimalValue()) + " " + unit).strip();
    }

    /// The event gives moments of the subscription's zone, so their dates are its dates.
    private static String day(Wording say, JsonNode moment) {
        return say.date(OffsetDateTime.parse(moment.asText()).toLocalDate());
    }
}
