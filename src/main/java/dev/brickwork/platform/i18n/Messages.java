package dev.brickwork.platform.i18n;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// The texts of one subject in one language. Immutable.
public final class Messages {
    private final String source;
    private final Map<String, Message> byKey;

    Messages(String source, Map<String, Message> byKey) {
        this.source = source;
        this.byKey = byKey;
    }

    public Set<String> keys() {
        return byKey.keySet();
    }

    /// The names of the places that a text leaves for its arguments.
    public Set<String> argumentNames(String key) {
        return message(key).argumentNames();
    }

    /// A text with its places filled.
    ///
    /// @param namesAndValues by turns the name of a place and its value, one pair for each place of the text
    public String text(String key, Object... namesAndValues) {
        var message = message(key);
        if (namesAndValues.length % 2 != 0) throw new IllegalArgumentException(key + ": a name without a value");
        var values = HashMap.<String, Object>newHashMap(namesAndValues.length / 2);
        for (int i = 0; i < namesAndValues.length; i += 2)
            values.put((String) namesAndValues[i], namesAndValues[i + 1]);
        if (!message.argumentNames().equals(values.keySet())) {
            throw new IllegalArgumentException(
                    "%s of %s takes %s, not %s".formatted(key, source, message.argumentNames(), values.keySet()));
        }
        return message.with(values);
    }

    private Message message(String key) {
        var message = byKey.get(key);
        if (message == null) throw new IllegalArgumentException("%s has no text '%s'".formatted(source, key));
        return message;
    }
}
