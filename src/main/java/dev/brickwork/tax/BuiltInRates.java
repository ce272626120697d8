package dev.brickwork.tax;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.brickwork.pricing.money.Percent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The table of dated rates that comes with the product (`tax-rates.csv`), read once.
final class BuiltInRates {
    private static final String FILE = "/tax-rates.csv";

    private static final List<Line> LINES = List.copyOf(lines());
    private static final List<TaxRate> ALL = LINES.stream().map(Line::rate).toList();

    /// The file has codes already, so no detour over names.
    private static final Map<Place, List<TaxRate>> BY_PLACE =
            Map.copyOf(ALL.stream().collect(groupingBy(rate -> new Place(rate.country(), rate.region()))));

    /// Codes by country and plain name of the region.
    private static final Map<String, String> REGIONS = Map.copyOf(LINES.stream()
            .filter(line -> line.rate.region().isPresent())
            .collect(toMap(
                    line -> line.rate.country() + " " + Place.plain(line.region),
                    line -> line.rate.region().orElseThrow(),
                    (_, later) -> later)));

    private BuiltInRates() {}

    /// @param region its name; the rate has its code
    private record Line(TaxRate rate, String region) {}

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

    private static List<Line> lines() {
        var in = Objects.requireNonNull(BuiltInRates.class.getResourceAsStream(FILE), FILE);
        try (var csv = CsvReader.builder().commentStrategy(CommentStrategy.SKIP).ofNamedCsvRecord(in)) {
            return csv.stream().map(BuiltInRates::line).toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static Line line(NamedCsvRecord csv) {
        var rate = new TaxRate(
                Optional.empty(),
                csv.getField("country"),
                maybe(csv.getField("region")),
                TaxRate.STANDARD,
                Percent.parse(csv.getField("percent")).orElseThrow(),
                csv.getField("tax"),
                new Validity(
                        maybe(csv.getField("first_day")).map(LocalDate::parse),
                        maybe(csv.getField("last_day")).map(LocalDate::parse)),
                Instant.EPOCH);
        return new Line(rate, csv.getField("region_name"));
    }

    private static Optional<String> maybe(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
