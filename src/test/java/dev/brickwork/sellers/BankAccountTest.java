package dev.brickwork.sellers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("fast")
final class BankAccountTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DE75512108001245126199",
                "GB29NWBK60161331926819",
                "FR1420041010050500013M02606",
                "MT84MALT011000012345MTLCAST001S",
                "NO9386011117947",
                "XK051212012345678906"
            })
    void anIbanMatchesItsCountryAndItsCheckDigits(String text) {
        assertThat(BankAccount.ibanFault(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DE76512108001245126199  | its check digits do not match
            DE75512108001245126198  | its check digits do not match
            DE7551210800124512619   | it has 21 characters, one of DE has 22
            DE75                    | it has 4 characters, one of DE has 22
            NO938601111794712       | it has 17 characters, one of NO has 15
            DE7551210800124512619A  | it does not have the form of one of DE
            GB29123460161331926819  | it does not have the form of one of GB
            DE7551210800124512619\u00d1 | it does not have the form of one of DE
            de75512108001245126199  | it does not begin with a country
            0075512108001245126199  | it does not begin with a country
            ZZ75512108001245126199  | it does not begin with a country
            D                       | it does not begin with a country
            DEX5512108001245126199  | its country is not followed by two digits
            DE                      | its country is not followed by two digits
            US75512108001245126199  | US has none
            """)
    void aFaultTellsTheIbanAndHowToMendIt(String text, String fault) {
        assertThat(BankAccount.ibanFault(text).orElseThrow()).startsWith(text + " is no IBAN: " + fault + ". ");
    }

    @Test
    void aRowForEachThingToCopy() {
        var account = new BankAccount(
                Optional.empty(),
                Optional.of("Spreebank"),
                Optional.of("DE75512108001245126199"),
                Optional.empty(),
                Optional.empty(),
                Optional.of("SOGEDEFF"),
                Optional.of(" "));
        assertThat(account.rows("Acme GmbH"))
                .extracting(row -> row.part() + " " + row.value())
                .containsExactly(
                        "HOLDER Acme GmbH", "IBAN DE75 5121 0800 1245 1261 99", "BIC SOGEDEFF", "BANK Spreebank");
    }
}
