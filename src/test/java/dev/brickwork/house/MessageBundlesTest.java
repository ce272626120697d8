package dev.brickwork.house;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.payments.processor.SandboxScript;
import dev.brickwork.platform.i18n.MessageBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every text exists in every language with the same places for its arguments, and is used; no text is asked for that
/// is not there.
@Tag("fast")
final class MessageBundlesTest {
    private static final Pattern KEY_ASKED_FOR = Pattern.compile("\\bsay(?:\\(\\))?\\.text\\(\\s*\"(\\w+)\"");
    private static final Pattern QUOTED = Pattern.compile("\"(\\w+)\"");

    static List<Subject> subjects() {
        return List.of(
                new Subject("documents", "delivery/documents", List.of("", "paper")),
                new Subject("mail", "delivery/mail", List.of("mail")),
                new Subject("portal", "web/portal", List.of("pages")),
                new Subject("payments", "payments", List.of()));
    }

    /// The files of a subject, and the code and templates that ask for its texts.
    record Subject(String files, String code, List<String> templates) {
        /// All its sources as one text.
        String sources() throws IOException {
            var all = new StringBuilder();
            try (var java = Files.walk(Path.of("src/main/java/dev/brickwork", code))) {
                for (var file : java.filter(Files::isRegularFile).toList()) all.append(Files.readString(file));
            }
            for (var folder : templates) {
                try (var jte = Files.newDirectoryStream(Path.of("src/main/resources/templates", folder), "*.jte")) {
                    for (var file : jte) all.append(Files.readString(file));
                }
            }
            return all.toString();
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void allLanguagesHaveTheSameTextsWithTheSamePlaces(Subject subject) throws IOException {
        var bundle = new MessageBundle(subject.files);
        var english = bundle.in(Locale.ENGLISH);
        var places = english.keys().stream().collect(toMap(key -> key, english::argumentNames));
        for (var language : MessageBundle.LANGUAGES) {
            var texts = bundle.in(Locale.of(language));
            assertThat(texts.keys().stream().collect(toMap(key -> key, texts::argumentNames)))
                    .as("%s_%s.properties", subject.files, language)
                    .isEqualTo(places);
            assertThat(keysInOrder(subject, language)).doesNotHaveDuplicates().isEqualTo(keysInOrder(subject, "en"));
        }
    }

    private static List<String> keysInOrder(Subject subject, String language) throws IOException {
        var file = Path.of("src/main/resources/messages", "%s_%s.properties".formatted(subject.files, language));
        return Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .peek(line -> assertThat(line).matches("\\w+=\\S.*"))
                .map(line -> line.substring(0, line.indexOf('=')))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void everyTextIsUsedAndNoneIsMissing(Subject subject) throws IOException {
        var keys = new MessageBundle(subject.files).in(Locale.ENGLISH).keys();
        var sources = subject.sources();
        var unused = new TreeSet<>(keys);
        unused.removeAll(
                QUOTED.matcher(sources).results().map(found -> found.group(1)).toList());
        if (subject.code.equals("payments")) unused.removeAll(keysOfTheSandbox());
        assertThat(unused).as("unused").isEmpty();
        var unknown = KEY_ASKED_FOR
                .matcher(sources)
                .results()
                .map(found -> found.group(1))
                .filter(key -> !keys.contains(key))
                .collect(toCollection(TreeSet::new));
        assertThat(unknown).as("unknown").isEmpty();
    }

    /// Put together from the names of the scripts.
    private static List<String> keysOfTheSandbox() {
        return Arrays.stream(SandboxScript.values())
                .map(script -> script.name().toLowerCase(Locale.ROOT))
                .flatMap(script -> Stream.of(script + "_name", script + "_deed"))
                .toList();
    }
}
