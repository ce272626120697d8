package dev.brickwork.platform.i18n;

import static java.util.stream.Collectors.toUnmodifiableSet;

import com.ibm.icu.text.MessageFormat;
import com.ibm.icu.text.MessagePattern;
import com.ibm.icu.text.MessagePattern.Part;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/// One text in the syntax of ICU: `Invoice {number}`, or `{days, plural, one {# day} other {# days}}`. Parsed once.
final class Message {
    private final Set<String> argumentNames;
    private final MessageFormat format;

    Message(String text, Locale language) {
        var pattern = new MessagePattern(typeset(text, language));
        this.argumentNames = IntStream.range(0, pattern.countParts())
                .mapToObj(pattern::getPart)
                .filter(part -> part.getType() == Part.Type.ARG_NAME)
                .map(pattern::getSubstring)
                .collect(toUnmodifiableSet());
        this.format = new MessageFormat(pattern.getPatternString(), language);
    }

    /// French sets its colons, semicolons, question and exclamation marks apart, by a space that no line breaks at.
    private static String typeset(String text, Locale language) {
        return language.getLanguage().equals("fr") ? text.replaceAll(" (?=[:;?!»])", "\u00a0") : text;
    }

    Set<String> argumentNames() {
        return argumentNames;
    }

    /// Formats with a copy: the formats of ICU are not safe to share between threads.
    String with(Map<String, Object> values) {
        return format.clone().format(values);
    }
}
