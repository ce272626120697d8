package dev.brickwork.platform.i18n;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/// The texts of one subject, such as documents or mails, in every language: the files
/// `messages/<subject>_<language>.properties`, read and parsed once. Readers of other languages get English.
public final class MessageBundle {
    /// The languages in which customers are written to.
    public static final List<String> LANGUAGES = List.of("en", "de", "fr", "es");

    private final Map<String, Messages> byLanguage;

    public MessageBundle(String subject) {
        this.byLanguage = LANGUAGES.stream()
                .collect(toUnmodifiableMap(language -> language, language -> read(subject, Locale.of(language))));
    }

    /// The reader's own locale, or English where its language is not spoken.
    public static Locale spoken(Locale wanted) {
        return LANGUAGES.contains(wanted.getLanguage()) ? wanted : Locale.ENGLISH;
    }

    public Messages in(Locale reader) {
        return Objects.requireNonNull(byLanguage.get(spoken(reader).getLanguage()));
    }

    private static Messages read(String subject, Locale language) {
        var name = "/messages/%s_%s.properties".formatted(subject, language);
        var texts = new Properties();
        try (var in = Objects.requireNonNull(MessageBundle.class.getResourceAsStream(name), name);
                var reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
            texts.load(reader);
        } catch (IOException broken) {
            throw new UncheckedIOException(name, broken);
        }
        return new Messages(
                name,
                texts.stringPropertyNames().stream()
                        .collect(toUnmodifiableMap(key -> key, key -> new Message(texts.getProperty(key), language))));
    }
}
