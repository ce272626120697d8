package dev.brickwork.delivery.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.support.Await;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.Property;
import dev.brickwork.support.Receiver;
import dev.brickwork.support.Slow;
import dev.brickwork.support.TestPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// kill -9 between commit and delivery: every committed event arrives at least once, and the feed has no gap.
@Tag("full")
@Tag("soak")
class KilledTest {
    private static final int KILLS = Property.cases(3, 200);

    @Test
    void whatWasCommittedArrivesHoweverOftenTheProcessDies(@TempDir Path folder) throws Exception {
        var address = TestPostgres.fresh();
        var lab = new Laboratory(Duration.ofSeconds(5), TestPostgres.open(address));
        var random = new Random(7);
        var file = Files.createFile(folder.resolve("committed"));
        try (var receiver = Receiver.open()) {
            for (int i = 0; i < 4; i++) lab.endpoint(receiver.url());
            var url = Objects.requireNonNull(OwnProcess.on(address).get("BRICKWORK_DATABASE_URL"));
            for (int kill = 0; kill < KILLS; kill++) {
                var process = start(url, lab, file, 60L * kill, 1_000);
                Slow.untilKilled(random, 50, 600);
                process.destroyForcibly().waitFor();
            }
            var last = start(url, lab, file, 60L * KILLS, 20);
            var committed = awaitAll(lab, file);
            last.destroyForcibly().waitFor();
            judge(lab, receiver, committed);
        }
    }

    private static Process start(String url, Laboratory lab, Path file, long ahead, int count) throws IOException {
        var process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DeliveringProcess.class.getName(),
                        url,
                        lab.seller.value().toString(),
                        file.toString(),
                        String.valueOf(ahead),
                        String.valueOf(count))
                .redirectError(file.resolveSibling("errors").toFile())
                .start();
        var said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var first = said.readLine();
        assertThat(first).as(Files.readString(file.resolveSibling("errors"))).isEqualTo("ready");
        return process;
    }

    private static List<String> awaitAll(Laboratory lab, Path file) throws Exception {
        Await.until("all is delivered", Duration.ofMinutes(5), () -> {
            long open = lab.database.read(
                    tx -> tx.handle().select("""
                            SELECT (SELECT count(*) FROM webhook_delivery WHERE state <> 'DELIVERED')
                                 + (SELECT count(*) FROM event WHERE is_public AND sequence IS NULL)
                            """).mapTo(Long.class).one());
            return open == 0 && Files.readAllLines(file).size() >= 20;
        });
        return Files.readAllLines(file);
    }

    private static void judge(Laboratory lab, Receiver receiver, List<String> committed) {
        var arrived = new HashSet<String>();
        var times = new HashMap<String, Integer>();
        for (var call : receiver.taken()) {
            arrived.add(JsonReader.stored(call.body()).path("n").asText());
            times.merge(call.headers().get("webhook-id"), 1, Integer::sum);
        }
        assertThat(arrived).containsAll(committed);
        var sequences = lab.database.read(tx -> tx.handle()
                .select("SELECT sequence FROM event WHERE is_public ORDER BY sequence")
                .mapTo(Long.class)
                .list());
        assertThat(sequences)
                .isEqualTo(LongStream.rangeClosed(1, sequences.size()).boxed().toList())
                .hasSizeGreaterThanOrEqualTo(committed.size());
        long repeated = times.values().stream().filter(count -> count > 4).count();
        System.out.printf("kills %d, events %d, delivered again after a kill %d%n", KILLS, sequences.size(), repeated);
        var undelivered = lab.database.read(tx -> tx.handle()
                .select("SELECT count(*) FROM webhook_delivery WHERE state <> 'DELIVERED'")
                .mapTo(Long.class)
                .one());
        assertThat(undelivered).isZero();
        assertThat(lab.database.<Long>read(tx -> tx.handle()
                        .select("SELECT count(*) FROM webhook_delivery")
                        .mapTo(Long.class)
                        .one()))
                .as("four endpoints, one row each")
                .isEqualTo(4L * sequences.size());
    }
}
