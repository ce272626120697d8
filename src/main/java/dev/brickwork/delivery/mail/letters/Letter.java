package dev.brickwork.delivery.mail.letters;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The content of a message before it is rendered as HTML and as plain text. All messages have this one shape, so
/// one template serves all of them.
///
/// @param from the seller's name, shown as the sender's
/// @param closing small print below everything
public record Letter(
        Locale locale,
        String from,
        String subject,
        String heading,
        List<String> paragraphs,
        List<Fact> facts,
        Optional<Button> button,
        String closing) {
    private static final int SUBJECT_LENGTH_MAX = 200;

    /// One row of the table: a number, a date, an amount.
    public record Fact(String label, String value, boolean isStrong) {}

    /// The one thing to do.
    public record Button(String label, String url) {
        public Button {
            if (!url.matches("https?://[^\\s\"<>]+")) throw new IllegalArgumentException("no web address");
        }
    }

    public Letter {
        from = oneLine(from);
        var line = oneLine(subject);
        subject = line.length() <= SUBJECT_LENGTH_MAX ? line : line.substring(0, SUBJECT_LENGTH_MAX - 1) + "…";
        paragraphs = List.copyOf(paragraphs);
        facts = List.copyOf(facts);
    }

    Letter withoutButton() {
        return new Letter(locale, from, subject, heading, paragraphs, facts, Optional.empty(), closing);
    }

    /// A name that holds a line break must not become a header of its own.
    public static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]+", " ").strip();
    }

    public String json() {
        return JsonWriter.text(json -> json.object(out -> {
            out.put("locale", locale.toLanguageTag())
                    .put("from", from)
                    .put("subject", subject)
                    .put("heading", heading)
                    .putTexts("paragraphs", paragraphs)
                    .putEach(
                            "facts",
                            facts,
                            (each, fact) -> each.object(it -> it.put("label", fact.label)
                                    .put("value", fact.value)
                                    .put("strong", fact.isStrong)))
                    .put("closing", closing);
            button.ifPresent(it ->
                    out.putObject("button", each -> each.put("label", it.label).put("url", it.url)));
        }));
    }

    public static Letter stored(String text) {
        var json = JsonReader.stored(text);
        var paragraphs = new ArrayList<String>();
        json.path("paragraphs").forEach(each -> paragraphs.add(each.textValue()));
        var facts = new ArrayList<Fact>();
        json.path("facts")
                .forEach(each -> facts.add(new Fact(
                        each.path("label").textValue(),
                        each.path("value").textValue(),
                        each.path("strong").booleanValue())));
        return new Letter(
                Locale.forLanguageTag(json.path("locale").textValue()),
                json.path("from").textValue(),
                json.path("subject").textValue(),
                json.path("heading").textValue(),
                paragraphs,
                facts,
                Optional.of(json.path("button")).filter(JsonNode::isObject).map(Letter::button),
                json.path("closing").textValue());
    }

    private static Button button(JsonNode json) {
        return new Button(json.path("label").textValue(), json.path("url").textValue());
    }
}
