package dev.brickwork.sellers;

import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A postal address. The country is ISO 3166 alpha-2; region is the code that tax rules know (a state, a province).
public record Address(
        Optional<String> line1,
        Optional<String> line2,
        Optional<String> city,
        Optional<String> region,
        Optional<String> zip,
        Optional<String> country) {
    private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());
    private static final int LINE_LENGTH_MAX = 255;
    private static final int ZIP_LENGTH_MAX = 32;

    /// Reads the object of the API; faults carry its path.
    public static Address read(Fields fields) {
        return new Address(
                fields.text("line_1", LINE_LENGTH_MAX),
                fields.text("line_2", LINE_LENGTH_MAX),
                fields.text("city", LINE_LENGTH_MAX),
                fields.text("region", LINE_LENGTH_MAX),
                fields.text("zip", ZIP_LENGTH_MAX),
                country(fields, "country"));
    }

    /// A country by its ISO 3166 alpha-2 code.
    public static Optional<String> country(Fields fields, String name) {
        var code = fields.text(name, LINE_LENGTH_MAX);
        if (code.isPresent() && !COUNTRIES.contains(code.get())) {
            fields.fault(name, "Must be an ISO 3166 alpha-2 code such as DE.");
            return Optional.empty();
        }
        return code;
    }

    public static Address stored(String json) {
        var node = JsonReader.stored(json);
        return new Address(
                JsonReader.text(node, "line_1"),
                JsonReader.text(node, "line_2"),
                JsonReader.text(node, "city"),
                JsonReader.text(node, "region"),
                JsonReader.text(node, "zip"),
                JsonReader.text(node, "country"));
    }

    public void write(JsonWriter json) {
        json.put("line_1", line1)
                .put("line_2", line2)
                .put("city", city)
                .put("region", region)
                .put("zip", zip)
                .put("country", country);
    }

    public String json() {
        return JsonWriter.text(json -> json.object(this::write));
    }
}
