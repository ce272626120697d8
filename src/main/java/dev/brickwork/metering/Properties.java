package dev.brickwork.metering;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.json.JsonReader;
import java.util.Comparator;
import java.util.Optional;

/// The free part of an entry, kept as JSON text.
final class Properties {
    private Properties() {}

    /// Texts that differ may still say the same: the order of fields means nothing.
    static boolean isSame(Optional<String> one, Optional<String> other) {
        if (one.equals(other)) return true;
        if (one.isEmpty() || other.isEmpty()) return false;
        return JsonReader.stored(one.get()).equals(NUMBERS_BY_VALUE, JsonReader.stored(other.get()));
    }

    private static final Comparator<JsonNode> NUMBERS_BY_VALUE = (a, b) -> {
        if (a.equals(b)) return 0;
        return a.isNumber() && b.isNumber() && a.decimalValue().compareTo(b.decimalValue()) == 0 ? 0 : 1;
    };
}
