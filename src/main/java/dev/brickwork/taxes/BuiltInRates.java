package dev.brickwork.taxes;

import dev.brickwork.kernel.money.Percent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The table of dated rates that comes with the product (`tax-rates.csv`), read once.
final class BuiltInRates {
    private static final String FILE = "/tax-rates.csv";
    private static final int COLUMN_COUNT = 7;

    /// Codes by country and plain name of the region, filled while the lines are read.
    private static final Map<String, String> REGIONS = new HashMap<>();

    private static final List<TaxRate> ALL = read();
    private static final Map<Place, List<TaxRate>> BY_PLACE = byPlace();

    private BuiltInRates() {}

    static List<TaxRate> all() {
        return ALL;
    }

    static List<TaxRate> at(Place place, LocalDate date) {
        return BY_PLACE.getOrDefault(place, List.of()).stream()
                .filter(rate -> rate.validity().holdsOn(date))
                .toList();
    }

    /// The code of a region that was written by its name.
    static Optional<String> regionNamed(String country, String plainName) {
        return Optional.ofNullable(REGIONS.get(country + " " + plainName));
    }

    private static List<TaxRate> read() {
        try (var in = Objects.requireNonNull(BuiltInRates.class.getResourceAsStream(FILE), FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(BuiltInRates::rate)
                    .toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static TaxRate rate(String line) {
        var columns = line.strip().split(",", -1);
        if (columns.length != COLUMN_COUNT) throw new IllegalStateException("%s: %s".formatted(FILE, line));
        var region = maybe(columns[1]);
        region.ifPresent(code -> REGIONS.put(columns[0] + " " + Place.plain(columns[2]), code));
        return new TaxRate(
                Optional.empty(),
                columns[0],
                region,
                TaxRate.STANDARD,
                Percent.parse(columns[4]).orElseThrow(),
                columns[3],
                new Validity(
                        maybe(columns[5]).map(LocalDate::parse),
                        maybe(columns[6]).map(LocalDate::parse)),
                Instant.EPOCH);
    }

    private static Optional<String> maybe(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static Map<Place, List<TaxRate>> byPlace() {
        var byPlace = new HashMap<Place, List<TaxRate>>();
        for (var rate : ALL) {
            // Written in codes already, so no detour over names.
            byPlace.computeIfAbsent(new Place(rate.country(), rate.region()), _ -> new ArrayList<>())
                    .add(rate);
        }
        return byPlace;
    }
}
