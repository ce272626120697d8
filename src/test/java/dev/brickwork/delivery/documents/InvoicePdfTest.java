package dev.brickwork.delivery.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.delivery.documents.InvoicePaper.Settlement;
import dev.brickwork.delivery.documents.rendering.Typefaces;
import dev.brickwork.delivery.documents.rendering.Xhtml;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("verify")
public final class InvoicePdfTest {
    @Test
    void everyVariantReadsAsItsGoldenFile() throws Exception {
        for (var variant : Variants.all().entrySet())
            Golden.matches(
                    "invoice-" + variant.getKey(),
                    PdfText.of(InvoicePdf.of(variant.getValue())).text());
    }

    /// The head of the table and the number of the page stand on every page, and no line is lost between two.
    @Test
    void aLongInvoiceRepeatsItsHeadAndLosesNoLine() throws Exception {
        var pdf = PdfText.of(InvoicePdf.of(Variants.longOne(300)));

        assertThat(pdf.pages()).isBetween(12, 20);
        assertThat(pdf.text())
                .contains("Page 1 of " + pdf.pages())
                .contains("Page %d of %d".formatted(pdf.pages(), pdf.pages()));
        assertThat(pdf.text().split("Unit price", -1)).hasSizeGreaterThanOrEqualTo(pdf.pages());
        for (int line = 1; line <= 300; line++) assertThat(pdf.text()).contains("Seat package " + line + " ");
    }

    /// The room below the last block is no reason for another page. A longer reason moves the sums to the next one.
    @Test
    void aPageHoldsMoreThanItsFooter() throws Exception {
        var full = PdfText.of(
                InvoicePdf.of(Variants.shortOne().voided("Wrong.\n".repeat(13)).made()));
        var over = PdfText.of(
                InvoicePdf.of(Variants.shortOne().voided("Wrong.\n".repeat(14)).made()));

        assertThat(full.pages()).isEqualTo(1);
        assertThat(over.pages()).isEqualTo(2);
        assertThat(over.text().substring(over.text().indexOf("Page 1 of 2"))).contains("All amounts in");
    }

    /// Texts of strangers stay texts: nothing is loaded, nothing vanishes, nothing breaks the page.
    @Test
    void hostileTextsArePrintedAsTheyAre() throws Exception {
        for (var hostile : List.of(
                "<script>alert(1)</script>",
                "</td></tr></table><h1>Total 0</h1>",
                "<img src='file:///etc/passwd'/>",
                "\"><a href=\"javascript:x\">",
                "]]><!--",
                "--><!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>&e;",
                "${1+1} @template.x() $unsafe{1} !{var x}",
                "{{7*7}} #{1} %s %d %n",
                "&lt;b&gt; &amp;amp; &#x41;",
                "</style><style>*{display:none}</style>")) {
            var paper = Variants.shortOne();
            paper.billed = Papers.company(hostile, "DE", hostile, "1", "City", "");
            paper.memo = Optional.of(hostile);
            paper.purchaseOrder = Optional.of(hostile);

            var pdf = PdfText.of(InvoicePdf.of(paper.voided(hostile).made()));

            assertThat(squeezed(pdf.flow()).split(java.util.regex.Pattern.quote(squeezed(hostile)), -1))
                    .as(hostile)
                    .hasSizeGreaterThanOrEqualTo(5);
            assertThat(pdf.text()).contains("2,588.25");
            assertThat(pdf.pictures()).isZero();
            assertThat(pdf.hasFiles()).isFalse();
        }
    }

    @Test
    void charactersThatNoPageCanHoldAreReplaced() throws Exception {
        var paper = Variants.shortOne();
        paper.memo = Optional.of("a\u0000b\u0008c\ud800d\uffff e\u202e f\u200b g 😀 ก한");

        assertThat(PdfText.of(InvoicePdf.of(paper.made())).text()).contains("Note");
    }

    @Test
    void aVeryLongWordStaysOnThePage() throws Exception {
        var paper = Variants.shortOne();
        paper.billed = Papers.company("W".repeat(400), "DE", "x".repeat(400), "1", "City", "");
        paper.memo = Optional.of("M".repeat(1_000));

        assertThat(PdfText.of(InvoicePdf.of(paper.made())).pages()).isLessThanOrEqualTo(3);
    }

    /// Neither a long purchase order nor large figures run into what stands beside them.
    @Test
    void longValuesLeaveRoomForTheOthers() throws Exception {
        var paper = Papers.paper()
                .line("Platform", "50", "39000000000.00", Papers.GERMAN_VAT)
                .line("Support", "3", "390000.123456", Papers.GERMAN_VAT);
        var text = PdfText.of(InvoicePdf.of(paper.made())).text();
        assertThat(text).contains("seats 39,000,000,000.00 19% 1,950,000,000,000.00", " 370,500,000,000.00");
        assertThat(text).contains("seats 390,000.123456 19% 1,170,000.37");

        paper.purchaseOrder = Optional.of("PO-" + "W".repeat(97));
        assertThat(PdfText.of(InvoicePdf.of(paper.made())).text()).contains("Net 30 days Mar 1, 2026 – Mar 31, 2026");
    }

    @Test
    void theLogoIsPrintedAndAnythingElseIsNotALogo() throws Exception {
        var paper = Variants.shortOne();
        paper.logo = Optional.of(png(300, 90));
        assertThat(PdfText.of(InvoicePdf.of(paper.made())).pictures()).isEqualTo(1);

        paper.logo = Optional.of("<svg xmlns='http://www.w3.org/2000/svg'/>".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> InvoicePdf.of(paper.made())).hasMessageContaining("neither PNG nor JPEG");
    }

    /// Archives and readers are told the same, whatever the seller is called.
    @Test
    void aDocumentDescribesItself() throws Exception {
        var paper = Variants.shortOne();
        paper.seller = Papers.company("Smith & Sons <Ltd> %s", "GB", "1 Kiln Row", "N1", "London", "");

        try (var document = Loader.loadPDF(InvoicePdf.of(paper.made()))) {
            var told = document.getDocumentInformation();
            assertThat(told.getAuthor()).isEqualTo("Smith & Sons <Ltd> %s");
            assertThat(told.getTitle()).isEqualTo("Invoice 2026-000123");
            assertThat(document.getDocumentCatalog().getLanguage()).isEqualTo("en");
            var description = Xhtml.parsed(
                    new String(document.getDocumentCatalog().getMetadata().toByteArray(), StandardCharsets.UTF_8));
            assertThat(description.getDocumentElement().getTextContent())
                    .contains("Smith & Sons <Ltd> %s", "Invoice 2026-000123", "Brickwork");
        }
    }

    /// Fonts and style sheet are shared by all threads.
    @Test
    void manyThreadsPrintWhatOnePrints() throws Exception {
        var papers = List.of(Variants.scripts().made(), Variants.german().made(), Variants.longOne(20));
        var alone = new ArrayList<PdfText>();
        for (var paper : papers) alone.add(PdfText.of(InvoicePdf.of(paper)));

        try (var threads = Executors.newFixedThreadPool(4)) {
            var printed = IntStream.range(0, 12)
                    .mapToObj(i -> threads.submit(() -> PdfText.of(InvoicePdf.of(papers.get(i % papers.size())))))
                    .toList();
            for (int i = 0; i < printed.size(); i++)
                assertThat(printed.get(i).get()).isEqualTo(alone.get(i % papers.size()));
        }
    }

    @Test
    void languagesThatWeDoNotSpeakReadEnglish() throws Exception {
        assertThat(PdfText.of(InvoicePdf.of(Variants.shortOne().in(Locale.JAPAN).made()))
                        .text())
                .contains("Amount due")
                .contains("Mar 1, 2026");
    }

    @Test
    void onlyTheFontsOfTheTextAreLoaded() {
        assertThat(Typefaces.forText("Łódź, Αθήνα, Москва")).hasSize(2);
        assertThat(Typefaces.forText("دبي")).extracting(Typefaces.Face::family).contains("Brick Arabic");
        assertThat(Typefaces.forText("中文"))
                .extracting(Typefaces.Face::family)
                .endsWith("Brick Chinese")
                .hasSize(3);
        assertThat(Typefaces.forText("サーバー")).extracting(Typefaces.Face::family).endsWith("Brick Japanese");
        assertThat(Typefaces.forText("한국")).extracting(Typefaces.Face::family).endsWith("Brick Korean");
        assertThat(Typefaces.forText("תל אביב"))
                .extracting(Typefaces.Face::family)
                .endsWith("Brick Hebrew", "Brick Hebrew");
    }

    @Test
    void figuresThatDoNotAddUpCannotBePrinted() {
        var paper =
                Variants.shortOne().settled(Settlement.Kind.PAYMENT, "", 1_00).made();

        assertThatThrownBy(() -> new InvoicePaper(
                        paper.locale(),
                        paper.currency(),
                        paper.seller(),
                        paper.billed(),
                        paper.endCustomer(),
                        paper.head(),
                        paper.lines(),
                        paper.taxes(),
                        paper.adjustments(),
                        paper.totals(),
                        List.of(),
                        paper.howToPay(),
                        paper.memo(),
                        paper.voided()))
                .hasMessageContaining("what remains");
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }

    public static byte[] png(int width, int height) throws IOException {
        var out = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), "png", out);
        return out.toByteArray();
    }
}
