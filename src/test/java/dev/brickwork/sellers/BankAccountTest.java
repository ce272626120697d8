package dev.brickwork.sellers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
final class BankAccountTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DE75512108001245126199          | true
            GB29NWBK60161331926819          | true
            FR1420041010050500013M02606     | true
            MT84MALT011000012345MTLCAST001S | true
            NO9386011117947                 | true
            DE76512108001245126199          | false
            DE75512108001245126198          | false
            de75512108001245126199          | false
            DE7551210800124512619           | false
            DE75                            | false
            0075512108001245126199          | false
            """)
    void theCheckDigitsTell(String text, boolean isIban) {
        assertThat(BankAccount.isIban(text)).isEqualTo(isIban);
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
