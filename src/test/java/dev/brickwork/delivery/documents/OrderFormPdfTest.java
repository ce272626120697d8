package dev.brickwork.delivery.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.brickwork.delivery.documents.rendering.ForeignPress;
import dev.brickwork.delivery.documents.rendering.ForeignPressChild;
import dev.brickwork.delivery.documents.rendering.Pdf;
import dev.brickwork.delivery.documents.rendering.RendererSandbox;
import dev.brickwork.delivery.documents.rendering.SafeHtml;
import dev.brickwork.delivery.documents.rendering.SafeHtmlTest;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.http.Metrics;
import dev.brickwork.support.Await;
import dev.brickwork.support.InThread;
import dev.brickwork.support.Slow;
import dev.brickwork.support.Tier;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
@Tag("soak")
final class OrderFormPdfTest {
    private static final int TRIES_WHEN_BUSY_MAX = 20;
    private static final Duration END_MAX = Duration.ofSeconds(90); // 5 s of processor time on a busy machine
    private static final Duration STANDSTILL = Duration.ofSeconds(7);
    private static final SellerId SELLER = new SellerId(new UUID(0, 1));
    private static final int TOO_MANY_BYTES = 140 * 1024 * 1024;
    private static final ForeignPress PRESS = new ForeignPress(new Metrics());

    @Test
    void ourOwnFormReadsAsItsGoldenFiles() throws Exception {
        Golden.matches(
                "order-open",
                PdfText.of(OrderFormPdf.of(Orders.open(Locale.US)).bytes()).text());
        Golden.matches(
                "order-german",
                PdfText.of(OrderFormPdf.of(Orders.open(Locale.GERMANY)).bytes()).text());
        Golden.matches(
                "order-signed",
                PdfText.of(OrderFormPdf.of(Orders.signed()).bytes()).text());
    }

    /// However long the order, no page is empty but for its foot, and no heading is left behind above it.
    @Test
    void noPageIsEmptyOrEndsWithAHeading() throws Exception {
        for (int lines = 1; lines < 60; lines++) {
            try (var document =
                    Loader.loadPDF(OrderFormPdf.of(Orders.ofLength(lines)).bytes())) {
                for (int page = 1; page <= document.getNumberOfPages(); page++) {
                    var stripper = new PDFTextStripper();
                    stripper.setStartPage(page);
                    stripper.setEndPage(page);
                    stripper.setSortByPosition(true);
                    var read = stripper.getText(document)
                            .lines()
                            .filter(line -> !line.isBlank())
                            .toList();
                    assertThat(read).as("page %d of %d lines", page, lines).hasSizeGreaterThan(3);
                    assertThat(read.get(read.size() - 2))
                            .as("above the foot of page %d of %d lines", page, lines)
                            .isNotIn("Billing schedule", "What you order", "Signatures");
                }
            }
        }
    }

    /// Whatever the seller's pages say, ours with the true totals come last.
    @Test
    void theSummaryAlwaysFollowsTheSellersPages() throws Exception {
        var pdf = printed("<html><body><h1>Your order</h1><p>Total: 0.00, free for ever</p></body></html>");

        Golden.matches("order-custom", PdfText.of(pdf.bytes()).text());
    }

    /// The child refuses by itself, also where nothing but limits holds it.
    @Test
    void theChildReachesNothingWithoutWallsEither() throws Exception {
        var press = new ForeignPress(() -> new RendererSandbox(RendererSandbox.Walls.LIMITS_ONLY), new Metrics());
        try (var listener = new SafeHtmlTest.Listener()) {
            var attacks = List.copyOf(HostileHtml.reaching(listener.address()).values());
            var count = Tier.current() == Tier.SOAK ? attacks.size() : 3;
            for (int i = 0; i < count; i++) press.print(SELLER, attacks.get(i * attacks.size() / count));
            assertThat(listener.connections()).isZero();
        }
    }

    @Test
    void bombsEndInTimeAndThePoolSurvives() throws Exception {
        var bombs = HostileHtml.bombs();
        var names = Tier.current() == Tier.SOAK ? bombs.keySet() : List.of("breaks", "nested tables");
        for (var name : names) {
            if (!(SafeHtml.clean(bombs.getOrDefault(name, "")) instanceof SafeHtml.Verdict.Clean(var clean))) continue;
            var start = System.nanoTime();
            var outcome = PRESS.print(SELLER, HostileHtml.page(clean));
            if (Tier.current() == Tier.SOAK) System.out.println(name + ": " + outcome);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).as(name).isLessThan(END_MAX);
        }
        assertThat(printed("<p>still here</p>").bytes()).isNotEmpty();
    }

    /// As on a machine that has no processor to spare: the clock says nothing about the document.
    @Test
    void aRenderingThatGetsNoProcessorForSecondsIsPrinted() throws Exception {
        var printing = InThread.run(() -> PRESS.print(SELLER, HostileHtml.page("<p>slow</p>")));
        Await.until("the child runs", () -> child().isPresent());
        var child = child().orElseThrow();
        signal(child, "STOP");
        Slow.by(STANDSTILL);
        signal(child, "CONT");
        assertThat(printing.join()).isInstanceOf(ForeignPress.Outcome.Printed.class);
    }

    private static Optional<ProcessHandle> child() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info()
                        .command()
                        .filter(name -> name.endsWith("/java"))
                        .isPresent())
                .filter(process -> Stream.of(process.info().arguments().orElse(new String[0]))
                        .anyMatch(ForeignPressChild.class.getName()::equals))
                .findFirst();
    }

    private static void signal(ProcessHandle process, String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    @Test
    void tooManyPagesAreRefused() {
        var outcome = outcome("<p style='page-break-after:always'>x</p>".repeat(201));

        assertThat(outcome).isEqualTo(new ForeignPress.Outcome.Refused("the PDF would have more than 200 pages"));
    }

    /// More than the child's memory can hold.
    @Test
    void aRenderingThatHadToBeStoppedIsCounted() {
        var metrics = new Metrics();

        var outcome = new ForeignPress(metrics).print(SELLER, "x".repeat(TOO_MANY_BYTES));

        assertThat(outcome)
                .isEqualTo(new ForeignPress.Outcome.Refused("the document takes too much time or memory to render"));
        assertThat(metrics.text()).containsPattern("brickwork_pdf_kills_total\\{cause=\"\\w+\"} 1\\.0\n");
    }

    private static Pdf printed(String html) {
        return switch (outcome(html)) {
            case ForeignPress.Outcome.Printed(var pdf) -> pdf;
            case ForeignPress.Outcome.Refused(var why) -> fail(why);
            case ForeignPress.Outcome.Busy() -> fail("busy");
        };
    }

    /// A loaded machine may need more than one try; that is what `Busy` is for.
    private static ForeignPress.Outcome outcome(String html) {
        for (int i = 1; i < TRIES_WHEN_BUSY_MAX; i++) {
            var outcome = OrderFormPdf.of(Orders.signed(), html, page -> PRESS.print(SELLER, page));
            if (!(outcome instanceof ForeignPress.Outcome.Busy)) return outcome;
        }
        return OrderFormPdf.of(Orders.signed(), html, page -> PRESS.print(SELLER, page));
    }
}
