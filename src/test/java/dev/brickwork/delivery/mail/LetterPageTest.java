package dev.brickwork.delivery.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.delivery.mail.letters.Letter;
import dev.brickwork.delivery.mail.letters.Typeset;
import dev.brickwork.support.Chromium;
import dev.brickwork.support.Legible;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Letters in a real browser.
@ExtendWith(Chromium.class)
@Tag("full")
final class LetterPageTest {
    @Test
    void everyWordCanBeRead(@TempDir Path folder) throws IOException {
        var letter = new Letter(
                Locale.US,
                "Northwind",
                "Invoice 7",
                "Your invoice 7",
                List.of("Please find attached invoice 7."),
                List.of(new Letter.Fact("Total", "$7.00", false), new Letter.Fact("Amount due", "$7.00", true)),
                Optional.of(new Letter.Button("Pay online", "https://example.com/pay")),
                "Sent by Northwind.");
        var file = Files.writeString(folder.resolve("letter.html"), Typeset.html(letter, false));

        try (var page = Chromium.browser().page().phone()) {
            assertThat(page.go(file.toUri().toString()).script(Legible.PALE).asText())
                    .isEmpty();
        }
    }

    /// A name without a space is broken; it does not push the amounts off a telephone's screen.
    @Test
    void aLongWordDoesNotWidenTheLetter(@TempDir Path folder) throws IOException {
        var name = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
        var letter = new Letter(
                Locale.GERMANY,
                name,
                name,
                "Ihre Rechnung für " + name,
                List.of("Anbei erhalten Sie die Rechnung für " + name + "."),
                List.of(
                        new Letter.Fact("Rechnungsnummer", name, false),
                        new Letter.Fact("Offener Betrag", "1.665,51 €", true)),
                Optional.of(new Letter.Button("Online bezahlen", "https://example.com/pay")),
                "Gesendet von " + name + ".");
        var file = Files.writeString(folder.resolve("letter.html"), Typeset.html(letter, false));

        try (var page = Chromium.browser().page().phone()) {
            page.go(file.toUri().toString()).sees("1.665,51 €");
            page.picture(Chromium.PICTURES.resolve("letter.png"));
            assertThat(page.overflows()).isFalse();
        }
    }
}
