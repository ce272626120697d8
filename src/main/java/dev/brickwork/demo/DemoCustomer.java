package dev.brickwork.demo;

import static java.util.Objects.requireNonNull;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.brickwork.platform.json.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.text.Normalizer;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// One row of the story: a company, what it buys and what becomes of that.
///
/// @param startMonth months after the beginning of the year that is told
/// @param happenings words such as `late` or `upgrade@5`, where 5 is the month of its contract
record DemoCustomer(
        String name,
        String legalName,
        String country,
        String region,
        String zip,
        String city,
        String street,
        String locale,
        String zone,
        String taxId,
        String currency,
        String plan,
        int quantity,
        String frequency,
        int startMonth,
        int startDay,
        int months,
        List<String> happenings) {
    static List<DemoCustomer> all() {
        var file = requireNonNull(DemoCustomer.class.getResourceAsStream("/demo/customers.csv"), "customers.csv");
        try (var csv = CsvReader.builder().fieldSeparator(';').ofNamedCsvRecord(file)) {
            return csv.stream().map(DemoCustomer::read).toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static DemoCustomer read(NamedCsvRecord csv) {
        var start = csv.getField("start").split("\\.", 2);
        return new DemoCustomer(
                csv.getField("name"),
                csv.getField("legal_name"),
                csv.getField("country"),
                csv.getField("region"),
                csv.getField("zip"),
                csv.getField("city"),
                csv.getField("street"),
                csv.getField("locale"),
                csv.getField("zone"),
                csv.getField("tax_id"),
                csv.getField("currency"),
                csv.getField("plan"),
                Integer.parseInt(csv.getField("quantity")),
                csv.getField("frequency"),
                Integer.parseInt(start[0]),
                Integer.parseInt(start[1]),
                Integer.parseInt(csv.getField("months")),
                List.of(csv.getField("happenings").split("\\s+")));
    }

    boolean is(String happening) {
        return happenings.contains(happening);
    }

    /// The month of the contract in which it happens.
    Optional<Integer> month(String happening) {
        return happenings.stream()
                .filter(word -> word.startsWith(happening + "@"))
                .map(word -> Integer.valueOf(word.substring(word.indexOf('@') + 1)))
                .findFirst();
    }

    LocalDate starts(LocalDate begin) {
        return begin.plusMonths(startMonth).withDayOfMonth(startDay);
    }

    String mailbox() {
        return "accounts@" + key() + ".example";
    }

    /// For addresses and external ids.
    String key() {
        return Normalizer.normalize(name, Normalizer.Form.NFD)
                .toLowerCase(Locale.ROOT)
                .replaceAll("\\p{M}", "")
                .replaceAll("[^a-z0-9]+", "-");
    }

    String json() {
        return JsonWriter.text(json -> json.object(out -> {
            out.put("name", name)
                    .put("legal_name", legalName)
                    .put("external_id", "crm-" + key())
                    .put("locale", locale)
                    .put("time_zone", zone)
                    .put("is_partner", is("partner"))
                    .putObject("address", it -> {
                        it.put("line_1", street)
                                .put("zip", zip)
                                .put("city", city)
                                .put("country", country);
                        if (!region.isEmpty()) it.put("region", region);
                    });
            if (!taxId.isEmpty()) out.put("tax_id", taxId);
        }));
    }
}
