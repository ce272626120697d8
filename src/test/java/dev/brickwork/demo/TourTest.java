package dev.brickwork.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.brickwork.House;
import dev.brickwork.plumbing.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The tour of the README works as it is written: its commands are run, all of them and nothing else.
final class TourTest {
    private static final int CURLS_MAX = 8;
    private static final Pattern BLOCK = Pattern.compile("```bash\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void theTourLeadsFromAnEstimateToAPaidInvoicesPdf() throws IOException, InterruptedException {
        assumeTrue(hasCurl(), "curl is not installed");
        var house = House.open();
        var seller = house.seller();
        Demo.run(house.address(), Secret.of(seller.key()), List.of(), Instant.now(), _ -> {});
        var tour = tour();
        assertThat(tour.split("\\bcurl ", -1)).hasSizeLessThanOrEqualTo(CURLS_MAX + 1);
        var script = tour.replaceFirst("KEY=.*", "KEY=" + seller.key())
                .replaceFirst("API=.*", "API=" + house.address() + "/api/v2");
        Files.writeString(folder.resolve("tour.sh"), "set -euo pipefail\n" + script);
        var bash = new ProcessBuilder("bash", "tour.sh")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        var said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor(2, TimeUnit.MINUTES)).isTrue();
        if (System.getProperty("look") != null) {
            System.err.println(said);
        }
        assertThat(bash.exitValue()).as(said).isZero();
        assertThat(Files.readAllBytes(folder.resolve("invoice.pdf")))
                .startsWith("%PDF-".getBytes(StandardCharsets.US_ASCII));
        var invoices = seller.get("/invoices").is(200).json().path("results");
        assertThat(invoices.path(0).path("status").asText()).isEqualTo("PAID");
        // What is shown of the answers is what they hold.
        assertThat(Files.readString(folder.resolve("estimate.json"))).contains("\"grand_total\":\"144000\"");
        assertThat(invoices.path(0).path("grand_total").asLong()).isEqualTo(12_000);
    }

    private static boolean hasCurl() throws InterruptedException {
        try {
            return new ProcessBuilder("curl", "--version")
                            .redirectErrorStream(true)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    /// All commands of the section, in order.
    private static String tour() throws IOException {
        var readme = Files.readString(Path.of("README.md"));
        var section = readme.substring(readme.indexOf("## A tour"), readme.indexOf("## Test it"));
        var commands = new StringBuilder();
        var blocks = BLOCK.matcher(section);
        while (blocks.find()) commands.append(blocks.group(1));
        return commands.toString();
    }
}
