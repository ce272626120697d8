package dev.brickwork.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.Secret;
import dev.brickwork.support.JsonFragment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The tour of the README, and the catalogue of the API page, work as they are written: their commands are run, all of
/// them and nothing else.
@Tag("full")
final class TourTest {
    private static final int CURLS_MAX = 8;
    private static final Pattern BLOCK = Pattern.compile("```bash\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void theTourLeadsFromAnEstimateToAPaidInvoicesPdf() throws IOException, InterruptedException {
        assumeTrue(hasCurl(), "curl is not installed");
        try (var house = TestServer.ownWithFollowUp()) {
            var seller = house.seller();
            Demo.run(house.address(), Secret.of(seller.key()), List.of(), Instant.now(), _ -> {});
            var tour = commands("README.md", "## A tour", "## Test it");
            assertThat(tour.split("\\bcurl ", -1)).hasSizeLessThanOrEqualTo(CURLS_MAX + 1);
            run(tour.replaceFirst("KEY=.*", "").replaceFirst("API=.*", ""), seller);
            assertThat(Files.readAllBytes(folder.resolve("invoice.pdf")))
                    .startsWith("%PDF-".getBytes(StandardCharsets.US_ASCII));
            var invoices = seller.get("/invoices").is(200).json().path("results");
            assertThat(invoices.path(0).path("status").asText()).isEqualTo("PAID");
            // The README shows these values of the answers.
            JsonFragment.of("\"grand_total\":\"144000\"")
                    .requireIn("estimate.json", Files.readString(folder.resolve("estimate.json")));
            assertThat(invoices.path(0).path("grand_total").asLong()).isEqualTo(12_000);
        }
    }

    @Test
    void aCatalogueIsMadeAsTheApiPageSays() throws IOException, InterruptedException {
        assumeTrue(hasCurl(), "curl is not installed");
        try (var house = TestServer.ownWithFollowUp()) {
            var seller = house.seller();
            run(commands("docs/api/README.md", "## A catalogue", "## Pages"), seller);
            var plan = seller.get("/plans").is(200).json().path("results").path(0);
            assertThat(plan.path("latest_version").asInt()).isOne();
            assertThat(plan.path("bricks").findValuesAsText("brick_type"))
                    .containsExactly("SUBSCRIPTION", "ONE_TIME", "MILESTONE", "USAGE");
        }
    }

    private void run(String commands, TestServer.Tenant seller) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("tour.sh"), """
                set -euo pipefail
                KEY=%s
                API=%s/api/v2
                %s
                """.formatted(
                        seller.key(), seller.house().address(), commands));
        var bash = new ProcessBuilder("bash", "tour.sh")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        var said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(bash.exitValue()).as(said).isZero();
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

    /// All commands of a section, in order.
    private static String commands(String file, String start, String end) throws IOException {
        var page = Files.readString(Path.of(file));
        var blocks = BLOCK.matcher(page.substring(page.indexOf(start), page.indexOf(end)));
        return blocks.results().map(block -> block.group(1)).collect(Collectors.joining());
    }
}
