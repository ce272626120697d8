package dev.brickwork.delivery.documents;

import dev.brickwork.delivery.documents.rendering.PdfRenderer;
import dev.brickwork.templates.JteinvoiceGenerated;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.io.ByteArrayOutputStream;

/// An invoice as PDF/A-3U, in the language of the customer.
final class InvoicePdf {
    private InvoicePdf() {}

    static byte[] of(InvoicePaper paper) {
        var out = new ByteArrayOutputStream();
        PdfRenderer.print(html(paper), out);
        return out.toByteArray();
    }

    static String html(InvoicePaper paper) {
        var text = new StringOutput();
        var say = new DocumentText(paper.locale(), paper.currency());
        JteinvoiceGenerated.render(new OwaspHtmlTemplateOutput(text), null, paper, say);
        return text.toString();
    }
}
