package dev.brickwork.delivery.mail.outgoing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.mail.letters.OtherLetters;
import dev.brickwork.platform.Caller;
import dev.brickwork.support.Await;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// `kill -9` of a process while a mail server lets it wait for an answer: another process sends the message within a
/// minute, and it arrives once.
@Tag("full")
final class KilledPostmanTest {
    private final FlakySmtpServer server = new FlakySmtpServer();

    @Test
    void anotherProcessSendsTheMessageWithinAMinute() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target"), "killed");
        var address = TestPostgres.fresh();
        server.start();
        var settings = new HashMap<>(OwnProcess.on(address));
        settings.put("BRICKWORK_SMTP_URL", "smtp://localhost:" + server.port());
        try (var house = TestServer.own(address);
                var victim = OwnProcess.start(folder, settings)) {
            server.delay(Duration.ofMinutes(5));
            store(house);
            Await.until("the victim carries the mail", () -> count(house, "lease_until IS NOT NULL") == 1);
            try (var survivor = OwnProcess.start(folder, settings)) {
                assertThat(survivor.isReady()).isTrue();
                server.delay(Duration.ZERO);
                victim.process().destroyForcibly().waitFor();
                var killed = Instant.now();
                Await.until("the survivor has sent the mail", () -> count(house, "state = 'SENT'") == 1);
                var time = Duration.between(killed, Instant.now());
                System.out.printf("mail of a killed process sent by another after %d ms%n", time.toMillis());
                assertThat(time).isLessThan(Duration.ofSeconds(45));
            }
            assertThat(server.accepted()).hasSize(1);
        } finally {
            server.stop();
        }
    }

    private static void store(TestServer house) {
        var caller = new Caller(house.seller().id(), "test", "test", Instant.now());
        var message = new Message(
                "cause",
                MailKind.PAGE_CODE,
                Optional.empty(),
                Optional.empty(),
                "billing@seller.example",
                List.of("ap@buyer.example"),
                OtherLetters.pageCode(Locale.GERMAN, "Ziegel & Söhne", "cause", "123456", 10));
        house.database()
                .write(
                        caller,
                        tx -> new MailStore(TestPostgres.tokens(house.database())).insert(tx, message, Instant.now()));
    }

    private static int count(TestServer house, String which) {
        return house.database()
                .read(tx -> tx.query("SELECT count(*) FROM mail WHERE " + which)
                        .mapTo(Integer.class)
                        .one());
    }
}
