package dev.brickwork.demo;

import static java.util.Objects.requireNonNull;

import dev.brickwork.platform.json.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.time.LocalDate;
import java.util.Arrays;
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
    private static final int COLUMNS = 17;

    static List<DemoCustomer> all() {
        try (var file = DemoCustomer.class.getResourceAsStream("/demo/customers.csv")) {
            return new String(requireNonNull(file, "customers.csv").readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(DemoCustomer::read)
                    .toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static DemoCustomer read(String line) {
        var cells = Arrays.stream(line.split(";", -1)).map(String::strip).toArray(String[]::new);
        if (cells.length != COLUMNS) throw new IllegalStateException("not %d cells: %s".formatted(COLUMNS, line));
        var start = cells[14].split("\\.", 2);
        return new DemoCustomer(
                cells[0],
                cells[1],
                cells[2],
                cells[3],
                cells[4],
                cells[5],
                cells[6],
                cells[7],
                cells[8],
                cells[9],
                cells[10],
                cells[11],
                Integer.parseInt(cells[12]),
                cells[13],
                Integer.parseInt(start[0]),
                Integer.parseInt(start[1]),
                Integer.parseInt(cells[15]),
                List.of(cells[16].split("\\s+")));
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
