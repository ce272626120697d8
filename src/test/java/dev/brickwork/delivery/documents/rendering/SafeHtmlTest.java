package dev.brickwork.delivery.documents.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.brickwork.delivery.documents.HostileHtml;
import dev.brickwork.delivery.documents.InvoicePdfTest;
import dev.brickwork.delivery.documents.PdfText;
import dev.brickwork.support.Tier;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A seller's own HTML reaches no address and no file (P12), neither through the cleaned form nor, should the
/// cleaning ever fail, through the renderer itself. In-process, where the network is there to be reached.
@Tag("full")
@Tag("soak")
public final class SafeHtmlTest {
    private static final String CANARY = "CANARY-7d1f0c";

    @TempDir
    private Path folder;

    @Test
    void theCorpusIsLarge() {
        assertThat(HostileHtml.reaching("x")).hasSizeGreaterThanOrEqualTo(120);
    }

    @Test
    void nothingIsReachedFromACleanedDocument() throws Exception {
        try (var listener = new Listener()) {
            for (var address : new String[] {listener.address(), canary()})
                for (var attack : HostileHtml.reaching(address).entrySet()) {
                    var clean = cleaned(attack.getValue());
                    assertThat(clean.toLowerCase(Locale.ROOT))
                            .as(attack.getKey())
                            .doesNotContain("url(")
                            .doesNotContain("src=\"http")
                            .doesNotContain("src=\"file")
                            .doesNotContain("<svg")
                            .doesNotContain("<!doctype");
                    if (isDrawn(attack.getKey()))
                        assertThat(harmless(attack.getKey(), HostileHtml.page(clean)))
                                .contains("end");
                }
            assertThat(listener.connections()).isZero();
        }
    }

    /// The second wall by itself: the raw attack, wherever it is well-formed enough to be drawn at all.
    @Test
    void nothingIsReachedByTheRendererEither() throws Exception {
        try (var listener = new Listener()) {
            for (var address : new String[] {listener.address(), canary()})
                for (var attack : HostileHtml.reaching(address).entrySet())
                    if (isDrawn(attack.getKey())) harmless(attack.getKey(), attack.getValue());
            assertThat(listener.connections()).isZero();
        }
    }

    @Test
    void ordinaryFormsKeepTheirLooks() {
        var clean = cleaned(
                "<html><head><title>t</title><style>p{color:red}</style></head><body>"
                        + "<h1 style='text-align:center;position:fixed;color:#123456'>Order</h1>"
                        + "<p onclick='x()' class='c'>Dear <b>customer</b>, see <a href='https://example.com/terms'>terms</a>.</p>"
                        + "<table width='100%'><tr><td colspan='2' style='page-break-inside:avoid'>1</td></tr></table></body></html>");

        assertThat(clean)
                .contains("<h1 style=\"text-align:center;color:#123456\">Order</h1>")
                .contains("<b>customer</b>")
                .contains("<a href=\"https://example.com/terms\">terms</a>")
                .contains("colspan=\"2\"")
                .contains("page-break-inside:avoid")
                .doesNotContain("onclick")
                .doesNotContain("position")
                .doesNotContain("color:red");
    }

    @Test
    void picturesAreKeptOnlyInsideAndWithinLimits() throws Exception {
        var small = data(InvoicePdfTest.png(30, 20));

        assertThat(cleaned("<img src='" + small + "' width='30'>")).contains("src=\"data:image/png;base64,");
        assertThat(cleaned("<img src='" + small.replace("image/png", "image/svg+xml") + "'>"))
                .doesNotContain("data:");
        assertThat(cleaned("<img src='data:image/png;base64,AAAA'>")).doesNotContain("data:");
        assertThat(cleaned("<img src='" + data(claiming(60_000, 60_000)) + "'>"))
                .doesNotContain("data:");
        assertThat(SafeHtml.clean(("<img src='" + small + "'>").repeat(21)))
                .isInstanceOf(SafeHtml.Verdict.Refused.class);
    }

    @Test
    void sizeAndDepthHaveTheirLimits() {
        assertThat(SafeHtml.clean("x".repeat(SafeHtml.SIZE_BYTES_MAX + 1)))
                .isInstanceOf(SafeHtml.Verdict.Refused.class);
        assertThat(SafeHtml.clean("<div>".repeat(SafeHtml.DEPTH_MAX + 1) + "x"))
                .isInstanceOf(SafeHtml.Verdict.Refused.class);
        assertThat(SafeHtml.clean("<div>".repeat(SafeHtml.DEPTH_MAX) + "x")).isInstanceOf(SafeHtml.Verdict.Clean.class);
        assertThat(SafeHtml.clean("<div>".repeat(50_000))).isInstanceOf(SafeHtml.Verdict.Refused.class);
    }

    @Test
    void cleaningTwiceChangesNothingMore() {
        for (var attack : HostileHtml.reaching("http://127.0.0.1:1/x").values()) {
            var once = cleaned(attack);
            assertThat(cleaned(once)).isEqualToNormalizingWhitespace(once);
        }
    }

    /// Drawing all of them takes a minute; a sixth is enough for every day.
    private static boolean isDrawn(String name) {
        return Tier.current() == Tier.SOAK || Math.floorMod(name.hashCode(), 6) == 0;
    }

    private static String harmless(String name, String xhtml) throws IOException {
        var out = new ByteArrayOutputStream();
        try {
            PdfRenderer.print(xhtml, out, 1, 50);
        } catch (RuntimeException e) {
            return ""; // Not drawn at all is harmless too.
        }
        var pdf = PdfText.of(out.toByteArray());
        assertThat(pdf.text()).as(name).doesNotContain(CANARY);
        assertThat(pdf.pictures()).as(name).isZero();
        assertThat(pdf.hasFiles()).as(name).isFalse();
        return pdf.text();
    }

    private String canary() throws IOException {
        return Files.writeString(folder.resolve("canary.txt"), CANARY).toUri().toString();
    }

    private static String cleaned(String html) {
        return switch (SafeHtml.clean(html)) {
            case SafeHtml.Verdict.Clean(var clean) -> clean;
            case SafeHtml.Verdict.Refused(var why) -> fail(why);
        };
    }

    private static String data(byte[] png) {
        return "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
    }

    /// A small file that says it is a huge picture.
    private static byte[] claiming(int width, int height) throws IOException {
        var png = InvoicePdfTest.png(1, 1);
        java.nio.ByteBuffer.wrap(png, 16, 8).putInt(width).putInt(height);
        return png;
    }

    /// Counts who comes.
    public static final class Listener implements AutoCloseable {
        private final ServerSocket socket = open();
        private final AtomicInteger count = new AtomicInteger();

        public Listener() {
            Thread.ofVirtual().start(() -> {
                while (!socket.isClosed()) {
                    try (var caller = socket.accept()) {
                        count.incrementAndGet();
                        caller.getOutputStream()
                                .write("HTTP/1.0 200 OK\r\n\r\n%s"
                                        .formatted(CANARY)
                                        .getBytes(StandardCharsets.UTF_8));
                    } catch (IOException e) {
                        return; // Closed: the test is over.
                    }
                }
            });
        }

        public String address() {
            return "http://127.0.0.1:%d/x".formatted(socket.getLocalPort());
        }

        public int connections() {
            return count.get();
        }

        private static ServerSocket open() {
            try {
                return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /// The listener does count, or the zeros above would prove nothing.
    @Test
    void theListenerCounts() throws Exception {
        try (var listener = new Listener()) {
            try (var in = java.net.URI.create(listener.address()).toURL().openStream()) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo(CANARY);
            }
            assertThat(listener.connections()).isEqualTo(1);
        }
    }
}
