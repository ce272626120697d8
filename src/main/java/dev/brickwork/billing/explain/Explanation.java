package dev.brickwork.billing.explain;

import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import java.util.List;
import java.util.Optional;

/// One step of an explanation: what it is, in words, what it comes to, which rules decided it, and what it is made
/// of. Amounts inside the words are in major units, as people write them.
///
/// @param amount minor units; absent where the step has no amount of its own
/// @param facts the figures that went in, as a JSON object
record Explanation(
        String what, String text, Optional<Long> amount, List<String> rules, String facts, List<Explanation> parts) {
    private static final int WIDTH = 130;

    Explanation {
        rules = List.copyOf(rules);
        parts = List.copyOf(parts);
    }

    static Explanation of(String what, String text, long amount, String... rules) {
        return new Explanation(what, text, Optional.of(amount), List.of(rules), "{}", List.of());
    }

    static Explanation note(String what, String text, String... rules) {
        return new Explanation(what, text, Optional.empty(), List.of(rules), "{}", List.of());
    }

    Explanation with(List<Explanation> more) {
        return new Explanation(what, text, amount, rules, facts, more);
    }

    Explanation knowing(String json) {
        return new Explanation(what, text, amount, rules, json, parts);
    }

    /// An amount as the words have it.
    static String shown(long minor, Currency currency) {
        return new Money(minor, currency).major().toPlainString();
    }

    void write(JsonWriter json) {
        json.object(out -> out.put("what", what)
                .put("text", text)
                .put("amount", amount)
                .putTexts("rules", rules)
                .putRaw("facts", facts)
                .putEach("parts", parts, (each, part) -> part.write(each)));
    }

    /// Prints the explanation as text: one line a step, deeper steps further in, amounts to the right.
    void print(StringBuilder out, Currency currency, int depth) {
        var line = " ".repeat(depth * 2) + text + (rules.isEmpty() ? "" : "  [" + String.join(", ", rules) + "]");
        out.append(line);
        amount.ifPresent(it -> {
            var figure = shown(it, currency);
            out.repeat(" ", Math.max(2, WIDTH - line.length() - figure.length()))
                    .append(figure);
        });
        out.append('\n');
        for (var part : parts) part.print(out, currency, depth + 1);
    }
}
