package dev.brickwork.tax;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.pricing.tax.TaxSheet;
import dev.brickwork.pricing.tax.TaxSheet.Taxable;
import dev.brickwork.sellers.Address;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Who is taxed where, and at which rate, as tables (rules ).
@Tag("fast")
final class TaxBookTest {
    private static final LegalEntityId ENTITY = new LegalEntityId(new UUID(1, 1));
    private static final LegalEntityId OTHER_ENTITY = new LegalEntityId(new UUID(1, 2));
    private static final LocalDate TODAY = LocalDate.of(2025, 9, 15);
    private static final Validity ALWAYS = new Validity(Optional.empty(), Optional.empty());

    /// registrations | seller | billed | tax id | components
    private static final String DECISIONS = """
            -      | FR    | FR    |               | none
            FR     | FR    | FR    |               | VAT 20
            FR     | FR    | FR    | FR40303265045 | VAT 20
            FR     | FR    | DE    |               | VAT 19
            FR     | FR    | DE    | DE136695976   | VAT 0 reverse
            FR     | FR    | DE    | DE136695977   | VAT 19
            FR     | FR    | DE    | FR40303265045 | VAT 19
            FR     | FR    | US-CA |               | none
            FR     | FR    | GB    |               | none
            FR     | FR    | CH    |               | none
            FR     | FR    | -     |               | none
            DE     | FR    | FR    |               | none
            DE     | FR    | DE    |               | VAT 19
            DE     | US    | DE    |               | VAT 19
            DE     | US    | AT    |               | VAT 20
            DE     | US    | AT    | ATU13585627   | VAT 0 reverse
            DE     | -     | DE    | DE136695976   | VAT 19
            DE     | -     | AT    | ATU13585627   | VAT 0 reverse
            GB     | GB    | GB    |               | VAT 20
            GB     | GB    | DE    |               | none
            GB,IE  | GB    | DE    |               | VAT 19
            GB,IE  | GB    | DE    | DE136695976   | VAT 0 reverse
            AU     | AU    | AU    |               | GST 10
            AU     | AU    | NZ    |               | none
            US-CA  | US-CA | US-CA |               | Sales tax 7.25
            US-CA  | US-CA | US-NY |               | none
            US-CA  | US-CA | US    |               | none
            US     | US-CA | US-NY |               | Sales tax 4
            US     | US-CA | US-OR |               | Sales tax 0
            US     | US-CA | US-XX |               | none
            CA     | CA-ON | CA-ON |               | HST 13
            CA     | CA-ON | CA-QC |               | GST 5 + QST 9.975
            CA-QC  | CA-ON | CA-QC |               | GST 5 + QST 9.975
            CA-QC  | CA-ON | CA-ON |               | none
            CA     | CA-ON | CA-BC |               | GST 5 + PST 7
            CA     | CA-ON | CA-MB |               | GST 5 + RST 7
            CA     | CA-ON | CA-AB |               | GST 5
            CA     | CA-ON | CA    |               | GST 5
            FR     | FR    | MC    |               | VAT 20
            ES     | ES    | ES-GC |               | none
            ES     | ES    | ES-MD |               | VAT 21
            PT     | PT    | PT-20 |               | VAT 16
            PT     | PT    | PT-30 |               | VAT 22
            FI     | FI    | FI-01 |               | none
            ES     | ES    | ES@35001 |            | none
            ES     | ES    | ES@28001 |            | VAT 21
            ES     | ES@35001 | ES@28001 |         | VAT 21
            FR     | FR    | ES@38001 |            | none
            FR     | FR    | ES@28001 |            | VAT 21
            DE     | DE    | DE@78266 | DE136695976 | none
            IT     | IT    | IT@23041 |            | none
            GR     | GR    | GR@63086 |            | none
            FI     | FI    | FI@22100 |            | none
            FR     | FR    | FR@97400 |            | none
            FR     | FR    | FR@98000 |            | VAT 20
            PT     | PT    | PT@9500-321 |         | VAT 16
            PT     | PT    | PT@9000-018 |         | VAT 22
            PT     | PT    | PT@1100-148 |         | VAT 23
            AT     | AT    | AT@6991 |             | VAT 19
            GB     | GB    | GB@JE2 3AB |          | none
            GB     | GB    | GB@BT1 5GS |          | VAT 20
            GB     | GB    | IM    |               | VAT 20
            US     | US-CA | US@90210 |            | Sales tax 7.25
            US-NY  | US-CA | US@90210 |            | none
            US-CA  | US-CA | US-NY@90210 |         | none
            CA     | CA-ON | CA@M5V 3L9 |          | HST 13
            CA     | CA-ON | CA@h3b 1a7 |          | GST 5 + QST 9.975
            """;

    /// Rule X-08: registrations with their ids | seller | its own id | billed | tax id | the id on the invoice
    private static final String ISSUERS = """
            -                     | DE    | DE1 | DE    |             | DE1
            DE:DE2                | DE    | DE1 | DE    |             | DE1
            DE:DE2                | DE    |     | DE    |             | DE2
            DE:DE2                | DE    | DE1 | AT    |             | DE1
            DE:DE2                | DE    | DE1 | AT    | ATU13585627 | DE1
            DE:DE2                | DE    | DE1 | US-CA |             | DE1
            DE:DE2                | DE    | DE1 | -     |             | DE1
            DE:DE2                | -     | DE1 | DE    |             | DE1
            GB:GB2                | DE    | DE1 | GB    |             | GB2
            GB                    | DE    | DE1 | GB    |             | DE1
            DE:DE2,GB:GB2         | DE    | DE1 | GB    |             | GB2
            DE:DE2,GB:GB2         | DE    | DE1 | DE    |             | DE1
            DE:DE2,AT:AT2         | DE    | DE1 | AT    |             | AT2
            DE:DE2,AT:AT2         | DE    | DE1 | AT    | ATU13585627 | DE1
            DE:DE2                | US    | US1 | DE    |             | DE2
            DE:DE2                | US    | US1 | AT    |             | DE2
            DE:DE2                | US    | US1 | AT    | ATU13585627 | DE2
            US-CA:CA2             | US-NY | US1 | US-CA |             | US1
            """;

    /// Rule X-06: place | day | percent of the last component
    private static final String DAYS = """
            EE | 2023-12-31 | 20
            EE | 2024-01-01 | 22
            EE | 2025-06-30 | 22
            EE | 2025-07-01 | 24
            SK | 2024-12-31 | 20
            SK | 2025-01-01 | 23
            FI | 2024-08-31 | 24
            FI | 2024-09-01 | 25.5
            RO | 2025-07-31 | 19
            RO | 2025-08-01 | 21
            DE | 2020-06-30 | 19
            DE | 2020-07-01 | 16
            DE | 2020-12-31 | 16
            DE | 2021-01-01 | 19
            IE | 2020-09-01 | 21
            IE | 2021-03-01 | 23
            LU | 2023-06-01 | 16
            LU | 2024-01-01 | 17
            CA-NS | 2025-03-31 | 15
            CA-NS | 2025-04-01 | 14
            US-SD | 2023-06-30 | 4.5
            US-SD | 2023-07-01 | 4.2
            US-LA | 2024-12-31 | 4.45
            US-LA | 2025-01-01 | 5
            US-NM | 2022-06-30 | 5.125
            US-NM | 2023-07-01 | 4.875
            """;

    @Test
    void thePlaceAndTheTaxIdDecide() {
        DECISIONS.lines().forEach(line -> {
            var cells = line.split("\\s*\\|\\s*", -1);
            var rates = book(cells[0]).rates(sale(cells[1], cells[2], cells[3], TODAY));
            assertThat(shown(rates.of("standard"))).as(line).isEqualTo(cells[4]);
        });
    }

    @Test
    void anInvoiceBearsTheTaxIdThatItsTaxIsReportedWith() {
        ISSUERS.lines().forEach(line -> {
            var cells = line.split("\\s*\\|\\s*", -1);
            var id = book(cells[0]).taxId(sale(cells[1], cells[3], cells[4], TODAY), maybe(cells[2]));
            assertThat(id).as(line).contains(cells[5]);
        });
    }

    @Test
    void theRateIsThatOfTheDay() {
        DAYS.lines().forEach(line -> {
            var cells = line.split("\\s*\\|\\s*", -1);
            var rates = book(cells[0]).rates(sale(cells[0], cells[0], "", LocalDate.parse(cells[1])));
            assertThat(rates.of("standard").getLast().rate().toString())
                    .as(line)
                    .isEqualTo(cells[2]);
        });
    }

    @Test
    void everyMemberHasOneStandardRateOnEveryDay() {
        for (var date = LocalDate.of(2015, 1, 1); date.isBefore(LocalDate.of(2030, 1, 1)); date = date.plusDays(1)) {
            for (var country : TaxBook.EU) {
                assertThat(BuiltInRates.at(new Place(country, Optional.empty()), date))
                        .as("%s on %s", country, date)
                        .hasSize(1);
            }
        }
    }

    @Test
    void noTwoLinesOfTheTableMeetAndNoStateIsMissing() {
        assertThat(BuiltInRates.all()).doesNotHaveDuplicates();
        for (var one : BuiltInRates.all()) {
            for (var other : BuiltInRates.all()) {
                if (one.equals(other)
                        || !one.place().equals(other.place())
                        || !one.name().equals(other.name())) continue;
                var start = other.validity().from();
                assertThat(start.isPresent() && one.validity().holdsOn(start.get()))
                        .as("%s and %s", one, other)
                        .isFalse();
            }
        }
        assertThat(regions("CA")).isEqualTo(13);
        assertThat(regions("US")).isEqualTo(51);
    }

    /// California 7.25 % over a US default of 5 %.
    @Test
    void aRegionBeatsItsCountryAndTheSellerBeatsTheTable() {
        var book = book("US", rate("US", "standard", "5 Tax", "", ""));
        assertThat(shown(book, "US-CA", "standard", TODAY)).isEqualTo("Sales tax 7.25");
        assertThat(tax(book, "US-CA", 10_000)).isEqualTo(725);
        assertThat(shown(book, "US-XX", "standard", TODAY)).isEqualTo("Tax 5");
        var own = book("US", rate("US-CA", "standard", "9.5 Los Angeles", "", ""));
        assertThat(shown(own, "US-CA", "standard", TODAY)).isEqualTo("Los Angeles 9.5");
        assertThat(shown(own, "US-NY", "standard", TODAY)).isEqualTo("Sales tax 4");
    }

    @Test
    void aCategoryIsReducedOnlyWhereTheSellerSaysSo() {
        var book = book("DE,US", rate("DE", "books", "7 Reduced", "", ""), rate("US", "saas", "0 Exempt", "", ""));
        assertThat(shown(book, "DE", "books", TODAY)).isEqualTo("Reduced 7");
        assertThat(shown(book, "DE", "standard", TODAY)).isEqualTo("VAT 19");
        assertThat(shown(book, "DE", "food", TODAY)).isEqualTo("VAT 19");
        assertThat(shown(book, "US-CA", "saas", TODAY)).isEqualTo("Exempt 0");
        assertThat(shown(book, "US-CA", "standard", TODAY)).isEqualTo("Sales tax 7.25");
    }

    @Test
    void aLaterRateOfTheSellerReplacesAnEarlierOneFromItsFirstDay() {
        var book = book(
                "DE",
                rate("DE", "standard", "19.5 VAT", "", ""),
                rate("DE", "standard", "20 VAT", "2025-09-15", ""),
                rate("DE", "standard", "21 VAT", "2025-01-01", "2025-03-31"));
        assertThat(shown(book, "DE", "standard", LocalDate.of(2024, 12, 31))).isEqualTo("VAT 19.5");
        assertThat(shown(book, "DE", "standard", LocalDate.of(2025, 2, 1))).isEqualTo("VAT 21");
        assertThat(shown(book, "DE", "standard", LocalDate.of(2025, 4, 1))).isEqualTo("VAT 19.5");
        assertThat(shown(book, "DE", "standard", TODAY)).isEqualTo("VAT 20");
    }

    @Test
    void aRegistrationCountsForItsDaysAndItsEntity() {
        var from = LocalDate.of(2025, 1, 1);
        var to = LocalDate.of(2025, 12, 31);
        var days = new Validity(Optional.of(from), Optional.of(to));
        var book = new TaxBook(List.of(registration("DE", Optional.of(ENTITY), days, Optional.empty())), List.of());
        assertThat(shown(book, "DE", "standard", from.minusDays(1))).isEqualTo("none");
        assertThat(shown(book, "DE", "standard", from)).isEqualTo("VAT 19");
        assertThat(shown(book, "DE", "standard", to)).isEqualTo("VAT 19");
        assertThat(shown(book, "DE", "standard", to.plusDays(1))).isEqualTo("none");
        var other = book.rates(new Sale(OTHER_ENTITY, address("DE"), address("DE"), Optional.empty(), from));
        assertThat(other.of("standard")).isEmpty();
    }

    @Test
    void aRemovedRegistrationStillHoldsForTheDaysBefore() {
        var removed = registration("DE", Optional.empty(), ALWAYS, Optional.of(TODAY));
        var book = new TaxBook(List.of(removed), List.of());
        assertThat(shown(book, "DE", "standard", TODAY.minusDays(1))).isEqualTo("VAT 19");
        assertThat(shown(book, "DE", "standard", TODAY)).isEqualTo("none");
    }

    @Test
    void aPlaceIsKnownHoweverItIsWritten() {
        for (var region : List.of("CA", "ca", " US-CA ", "California", "CALIFORNIA")) {
            assertThat(Place.of("US", Optional.of(region))).isEqualTo(new Place("US", Optional.of("CA")));
        }
        assertThat(Place.of("CA", Optional.of("Québec"))).isEqualTo(new Place("CA", Optional.of("QC")));
        assertThat(Place.of("CA", Optional.of(" "))).isEqualTo(new Place("CA", Optional.empty()));
        assertThat(Place.of("ES", Optional.of("Las Palmas")).country()).isEqualTo("IC");
        assertThat(Place.of("MC", Optional.of("Fontvieille"))).isEqualTo(new Place("FR", Optional.empty()));
    }

    /// The examples of, through the kernel.
    @Test
    void theExamplesOfTheRulesComeOutToTheCent() {
        assertThat(60_000 + tax(book("AU"), "AU", 60_000)).isEqualTo(66_000);
        var three = List.of(net(105), net(105), net(105));
        assertThat(TaxSheet.of(three, book("AU").rates(sale("AU", "AU", "", TODAY)))
                        .perLine())
                .containsExactly(11L, 11L, 10L);
        var newYork = book(
                "US",
                rate("US-NY", "standard", "8.875 City", "", ""),
                rate("US-NY", "standard", "2.125 District", "", ""),
                rate("US-NY", "standard", "0.5 Transit", "", ""));
        assertThat(tax(newYork, "US-NY", 9_999)).isEqualTo(1_149);
        assertThat(tax(book("FR"), "FR", 3_500)).isEqualTo(700);
        var reverse = TaxSheet.of(List.of(net(3_500)), book("FR").rates(sale("FR", "DE", "DE136695976", TODAY)));
        assertThat(reverse.total()).isZero();
        assertThat(reverse.components()).singleElement().satisfies(shown -> {
            assertThat(shown.taxable()).isEqualTo(3_500);
            assertThat(shown.component().isReverseCharge()).isTrue();
        });
        assertThat(10_000 + tax(book("FR"), "FR", 10_000)).isEqualTo(12_000);
    }

    private static TaxBook book(String places, TaxRate... own) {
        var registrations = Arrays.stream(places.split(",", -1))
                .filter(place -> !place.equals("-"))
                .map(place -> registration(place, Optional.empty(), ALWAYS, Optional.empty()))
                .toList();
        return new TaxBook(registrations, List.of(own));
    }

    /// The place as `US-CA`, or with its id as `US-CA:4711`.
    private static TaxRegistration registration(
            String named, Optional<LegalEntityId> entity, Validity days, Optional<LocalDate> endedOn) {
        var place = named.replaceAll(":.*", "");
        return new TaxRegistration(
                UUID.randomUUID(),
                country(place),
                region(place),
                maybe(named.replaceAll("^[^:]*:?", "")),
                entity,
                days,
                endedOn,
                Instant.EPOCH);
    }

    /// The rate as "7.25 Name".
    private static TaxRate rate(String place, String category, String rate, String from, String to) {
        int blank = rate.indexOf(' ');
        return new TaxRate(
                Optional.of(UUID.randomUUID()),
                country(place),
                region(place),
                category,
                Percent.parse(rate.substring(0, blank)).orElseThrow(),
                rate.substring(blank + 1),
                new Validity(maybe(from).map(LocalDate::parse), maybe(to).map(LocalDate::parse)),
                Instant.EPOCH);
    }

    private static Sale sale(String from, String to, String taxId, LocalDate date) {
        return new Sale(ENTITY, address(from), address(to), maybe(taxId), date);
    }

    private static Taxable net(long cents) {
        return new Taxable("standard", cents);
    }

    private static long tax(TaxBook book, String place, long net) {
        return TaxSheet.of(List.of(net(net)), book.rates(sale(place, place, "", TODAY)))
                .total();
    }

    private static String shown(TaxBook book, String place, String category, LocalDate date) {
        return shown(book.rates(sale(place, place, "", date)).of(category));
    }

    private static String shown(List<TaxComponent> components) {
        if (components.isEmpty()) return "none";
        return components.stream()
                .map(one -> one.name() + " " + one.rate() + (one.isReverseCharge() ? " reverse" : ""))
                .collect(joining(" + "));
    }

    private static long regions(String country) {
        return BuiltInRates.all().stream()
                .filter(rate -> rate.country().equals(country) && rate.region().isPresent())
                .map(TaxRate::region)
                .distinct()
                .count();
    }

    /// The place as `US-CA`, with a postcode as `US@90210`.
    private static Optional<Address> address(String written) {
        if (written.equals("-")) return Optional.empty();
        var place = written.replaceAll("@.*", "");
        return Optional.of(new Address(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                region(place),
                maybe(written.replaceAll("^[^@]*@?", "")),
                Optional.of(country(place))));
    }

    private static String country(String place) {
        return place.substring(0, 2);
    }

    private static Optional<String> region(String place) {
        return place.length() > 2 ? Optional.of(place.substring(3)) : Optional.empty();
    }

    private static Optional<String> maybe(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
