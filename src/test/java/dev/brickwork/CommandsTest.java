package dev.brickwork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.plumbing.database.DatabaseAddress;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.Receiver;
import dev.brickwork.support.TestPostgres;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands for an operator in need.
final class CommandsTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);

    private static Settings settings(DatabaseAddress address, Path folder) {
        var values = new HashMap<>(OwnProcess.on(address));
        values.put("BRICKWORK_DATA", folder.toString());
        return Settings.of(values);
    }

    /// What was on its way when the copy was made is not sent again by itself, says why, and can be replayed (REL F16).
    @Test
    void afterARestoreNothingIsSentAgainByItself(@TempDir Path folder) throws Exception {
        var address = TestPostgres.fresh();
        try (var house = House.open(address);
                var receiver = Receiver.open()) {
            receiver.answer(503);
            var seller = house.seller();
            var path = "/webhook-endpoints/"
                    + seller.post(
                                    "/webhook-endpoints",
                                    "{\"url\": \"%s\", \"events\": [\"*\"]}".formatted(receiver.url()))
                            .is(200)
                            .text("webhook_endpoint_id");
            seller.post("/customers", "{\"name\": \"Acme\"}").is(200);
            receiver.await(_ -> true);
            var heads = Files.writeString(folder.resolve("audit-heads"), "heads\n");

            assertThat(Commands.restored(settings(address, folder), out)).isZero();

            assertThat(said.toString(StandardCharsets.UTF_8))
                    .contains("1 webhook deliveries", "BRICKWORK_SWEEPS=false");
            assertThat(heads).doesNotExist();
            try (var files = Files.list(folder)) {
                assertThat(files.map(file -> file.getFileName().toString()))
                        .anyMatch(name -> name.startsWith("audit-heads-until-"));
            }
            seller.get(path + "/deliveries").is(200, "\"state\":\"PARKED\"", "\"error\": \"restored\"");
            receiver.answer(200);
            Thread.sleep(6_000); // It would have been tried again after five seconds.
            assertThat(receiver.taken()).isEmpty();
            seller.post(path + "/replay", "{\"from\": \"2000-01-01T00:00:00Z\", \"to\": \"2199-01-01T00:00:00Z\"}")
                    .is(200);
            receiver.await(Receiver.Received::isTaken);
        }
    }
}
