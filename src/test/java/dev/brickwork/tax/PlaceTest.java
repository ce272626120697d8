package dev.brickwork.tax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.sellers.Address;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Where an address is for its tax (rule X-04): by its region, and by its postcode where it names none.
@Tag("fast")
final class PlaceTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ES | '' | 35001          | IC
            ES | '' | E-35001        | IC
            ES | '' | ES 38700       | IC
            ES | '' | ' 3 5001 '     | IC
            ES | '' | ３５００１      | IC
            ES | '' | 51001          | EA
            ES | '' | 52001          | EA
            ES | '' | 28035          | ES
            ES | '' | 3500           | ES
            ES | '' | 350011         | ES
            ES | '' | Las Palmas     | ES
            ES | '' | ''             | ES
            ES | ' '                          | 35001 | IC
            ES | Madrid                       | 35001 | ES-MADRID
            ES | Canarias                     | 28001 | IC
            DE | '' | 78266          | DE-BUSINGEN
            DE | '' | D-27498        | DE-HELGOLAND
            DE | '' | 78267          | DE
            DE | Baden-Württemberg            | 78266 | DE-BUSINGEN
            DE | BY                           | 78266 | DE-BY
            DE | Büsingen am Hochrhein        | ''    | DE-BUSINGEN
            IT | '' | I-23041        | IT-LIVIGNO
            IT | SO                           | 23041 | IT-LIVIGNO
            IT | '' | 22061          | IT-CAMPIONE
            IT | '' | 22060          | IT
            IT | '' | 47890          | SM
            IT | '' | 00120          | VA
            IT | '' | 00118          | IT
            GR | '' | 630 86         | GR-MOUNT ATHOS
            GR | '' | GR-63087       | GR-MOUNT ATHOS
            GR | '' | 63085          | GR
            FI | '' | FI-22100       | AX
            FI | '' | AX 22100       | AX
            FI | '' | 00100          | FI
            DK | '' | DK-3900        | GL
            DK | '' | 2100           | DK
            PT | '' | 9500-321       | PT-20
            PT | '' | P-9000-018     | PT-30
            PT | '' | 1100-148       | PT
            PT | '' | 9500           | PT-20
            PT | '' | 95003          | PT
            FR | '' | 97110          | GP
            FR | '' | 97133          | BL
            FR | '' | 97150          | MF
            FR | '' | F-97200        | MQ
            FR | '' | 97300          | GF
            FR | '' | 97463 Cedex 9  | RE
            FR | '' | 97500          | PM
            FR | '' | 97600          | YT
            FR | '' | 98000          | FR
            FR | '' | 98800          | NC
            FR | '' | 75001          | FR
            FR | La Réunion                   | ''    | RE
            FR | FR-GP                        | ''    | GP
            MC | '' | 98000          | FR
            AT | '' | A-6691         | AT-JUNGHOLZ
            AT | '' | 6993           | AT-MITTELBERG
            AT | Vorarlberg                   | 6991  | AT-MITTELBERG
            AT | '' | 6900           | AT
            GB | '' | je2 3ab        | JE
            GB | '' | GY1 1AA        | GG
            GB | '' | GX11 1AA       | GI
            GB | '' | IM1 1AA        | GB
            GB | '' | BT1 5GS        | GB
            GB | '' | SW1A 1AA       | GB
            IM | '' | IM1 1AA        | GB
            CA | '' | V6B 1A1        | CA-BC
            CA | '' | h3b1a7         | CA-QC
            CA | '' | X0A 0H0        | CA-NU
            CA | '' | X1A 2N2        | CA-NT
            CA | '' | K1A            | CA-ON
            CA | '' | D1A 1A1        | CA
            CA | ON                           | V6B 1A1 | CA-ON
            US | '' | 90210          | US-CA
            US | '' | 10001-1234     | US-NY
            US | '' | 733            | US
            US | '' | 73301          | US-TX
            US | '' | 73301 4567     | US-TX
            US | '' | 20101          | US-VA
            US | '' | 20001          | US-DC
            US | '' | 00601          | PR
            US | '' | 09012          | US
            US | Oregon                       | 90210 | US-OR
            CH | '' | 8000           | CH
            NL | '' | 1011 AB        | NL
            """)
    void anAddressIsInOnePlace(String country, String region, String postcode, String place) {
        assertThat(shown(place(country, region, postcode))).isEqualTo(place);
    }

    private static Place place(String country, String region, String postcode) {
        return Place.of(Optional.of(new Address(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(region),
                        Optional.of(postcode),
                        Optional.of(country))))
                .orElseThrow();
    }

    private static String shown(Place place) {
        return place.region().map(region -> place.country() + "-" + region).orElse(place.country());
    }

    /// Each state and each province with a rate has postcodes, and none leads to a state that has no rate.
    @Test
    void everyStateAndProvinceIsFound() {
        var found = new HashSet<String>();
        for (int first = 0; first < 100_000; first += 10) found.add(shown(place("US", "", "%05d".formatted(first))));
        for (char first = 'A'; first <= 'Z'; first++) {
            for (char third = 'A'; third <= 'Z'; third++) found.add(shown(place("CA", "", first + "0" + third)));
        }
        found.removeAll(Set.of("US", "CA", "PR", "VI", "AS", "GU", "MP"));
        var known = new HashSet<String>();
        for (var rate : BuiltInRates.all()) {
            if (Set.of("US", "CA").contains(rate.country()) && rate.region().isPresent())
                known.add(shown(rate.place()));
        }
        assertThat(found).isEqualTo(known);
    }

    /// A postcode is text of a client: whatever it is, it leads to some place.
    @Test
    void anyTextIsAPostcode() {
        for (var country : Locale.getISOCountries()) {
            for (var text :
                    new String[] {"\u0000", "é", "-", "A", "A-", "0", "🏝35001", "9".repeat(32), "A".repeat(32)}) {
                assertThat(place(country, "", text)).isNotNull();
            }
        }
    }
}
