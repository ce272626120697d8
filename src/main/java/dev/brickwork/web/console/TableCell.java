package dev.brickwork.web.console;

/// A value on a page.
///
/// @param link where it leads, empty when nowhere
/// @param tone a class of the stylesheet; one that is not empty makes it a pill
/// @param more a second, softer line
public record TableCell(String text, String link, String tone, String more) {
    static TableCell of(String text) {
        return new TableCell(text, "", "", "");
    }

    TableCell to(String other) {
        return new TableCell(text, other, tone, more);
    }

    /// To a thing with an id, if there is one.
    TableCell to(String section, String id) {
        return id.isEmpty() ? this : to("/console/%s/%s".formatted(section, id));
    }

    TableCell with(String other) {
        return new TableCell(text, link, tone, other);
    }

    /// A word of the API for how something stands, in the colour of what it asks of its reader.
    static TableCell status(Item item, String name) {
        var word = item.text(name);
        return new TableCell(item.words(name), "", tone(word), "");
    }

    static TableCell pill(String text, String tone) {
        return new TableCell(text, "", tone, "");
    }

    private static String tone(String word) {
        return switch (word) {
            case "PAID", "CREDITED", "ADJUSTED", "ACTIVE", "DELIVERED", "SUCCEEDED" -> "good";
            case "DUE", "PARTIALLY_PAID", "PAUSED", "RETRYING", "PROCESSING" -> "warn";
            case "PAST_DUE", "UNPAID", "PARKED", "FAILED" -> "bad";
            default -> "plain";
        };
    }
}
