package dev.brickwork.delivery.documents;

import dev.brickwork.delivery.documents.rendering.ForeignPress;
import dev.brickwork.delivery.documents.rendering.ForeignPressChild;
import dev.brickwork.delivery.documents.rendering.Pdf;
import dev.brickwork.delivery.documents.rendering.PdfRenderer;
import dev.brickwork.delivery.documents.rendering.SafeHtml;
import dev.brickwork.platform.Sha256;
import dev.brickwork.templates.JteordercustomGenerated;
import dev.brickwork.templates.JteorderformGenerated;
import dev.brickwork.templates.JteordersummaryGenerated;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.multipdf.PDFMergerUtility;
import org.apache.pdfbox.pdmodel.PDDocument;

/// An order form as PDF: our own, or the seller's HTML with our summary behind it.
final class OrderFormPdf {
    private OrderFormPdf() {}

    static Pdf of(OrderFormPaper paper) {
        return printed(html(out -> JteorderformGenerated.render(out, null, paper, say(paper))), 1);
    }

    /// The seller's document may say anything, even "total: 0". So the page with what will really be billed, and
    /// with the signatures, always follows it and names by its fingerprint the document it follows.
    static ForeignPress.Outcome of(OrderFormPaper paper, String foreign, Function<String, ForeignPress.Outcome> press) {
        return switch (SafeHtml.clean(foreign)) {
            case SafeHtml.Verdict.Refused(var why) -> new ForeignPress.Outcome.Refused(why);
            case SafeHtml.Verdict.Clean(var clean) -> {
                var page = html(out -> JteordercustomGenerated.render(out, null, paper, clean, say(paper)));
                var outcome = press.apply(page);
                yield outcome instanceof ForeignPress.Outcome.Printed(var custom)
                        ? withSummary(paper, fingerprint(clean), custom)
                        : outcome;
            }
        };
    }

    /// The pages are counted again here: what a child says is not believed.
    private static ForeignPress.Outcome withSummary(OrderFormPaper paper, String fingerprint, Pdf custom) {
        try (var whole = Loader.loadPDF(custom.bytes())) {
            int pages = whole.getNumberOfPages();
            if (pages < 1 || pages > ForeignPressChild.PAGES_MAX)
                return new ForeignPress.Outcome.Refused("the document cannot be rendered");
            var summary = printed(
                    html(out -> JteordersummaryGenerated.render(out, null, paper, fingerprint, say(paper))), pages + 1);
            append(whole, summary);
            var out = new ByteArrayOutputStream();
            whole.save(out);
            return new ForeignPress.Outcome.Printed(new Pdf(out.toByteArray()));
        } catch (IOException e) {
            return new ForeignPress.Outcome.Refused("the document cannot be rendered");
        }
    }

    private static void append(PDDocument whole, Pdf summary) throws IOException {
        try (var last = Loader.loadPDF(summary.bytes())) {
            new PDFMergerUtility().appendDocument(whole, last);
        }
    }

    private static Pdf printed(String html, int firstPage) {
        var out = new ByteArrayOutputStream();
        PdfRenderer.print(html, out, firstPage, Integer.MAX_VALUE);
        return new Pdf(out.toByteArray());
    }

    private static String html(Consumer<HtmlTemplateOutput> template) {
        var text = new StringOutput();
        template.accept(new OwaspHtmlTemplateOutput(text));
        return text.toString();
    }

    private static DocumentText say(OrderFormPaper paper) {
        return new DocumentText(paper.locale(), paper.currency());
    }

    private static String fingerprint(String clean) {
        return HexFormat.of().formatHex(Sha256.of(clean));
    }
}
