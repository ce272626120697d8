package dev.brickwork.platform;

import com.google.errorprone.annotations.Immutable;
import java.util.Locale;

/// A text in the languages in which customers are written to; readers of another one get English.
@Immutable
public record Translation(String english, String german, String french, String spanish) {
    /// French sets its colons, semicolons, question and exclamation marks apart, by a space that no line breaks at.
    public Translation {
        french = french.replaceAll(" (?=[:;?!»])", "\u00a0");
    }

    /// The reader's own locale, or English where its language is not spoken.
    public static Locale spoken(Locale wanted) {
        return switch (wanted.getLanguage()) {
            case "en", "de", "fr", "es" -> wanted;
            default -> Locale.ENGLISH;
        };
    }

    public String in(Locale locale) {
        return switch (locale.getLanguage()) {
            case "de" -> german;
            case "fr" -> french;
            case "es" -> spanish;
            default -> english;
        };
    }
}
