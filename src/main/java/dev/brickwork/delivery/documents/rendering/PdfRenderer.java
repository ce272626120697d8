package dev.brickwork.delivery.documents.rendering;

import com.openhtmltopdf.bidi.BidiReorderer;
import com.openhtmltopdf.bidi.support.ICUBidiReorderer;
import com.openhtmltopdf.bidi.support.ICUBidiSplitter;
import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.FontStyle;
import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.TextDirection;
import com.openhtmltopdf.outputdevice.helper.ExternalResourceControlPriority;
import com.openhtmltopdf.pdfboxout.PDFontSupplier;
import com.openhtmltopdf.pdfboxout.PdfBoxRenderer;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import com.openhtmltopdf.util.XRLog;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.pdfbox.pdfwriter.compress.CompressParameters;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;

/// Turns XHTML into PDF/A-3U with all fonts inside. Nothing is ever fetched: resolver and both access controllers
/// know only pictures that stand in the document itself, so that a text that slipped through as markup still could
/// not reach out.
public final class PdfRenderer {
    /// Held here because the JDK drops unreferenced loggers with their levels. Our fonts have no glyph names, and
    /// the library says so for every font of every document.
    private static final Logger FONT_LOG = Logger.getLogger("org.apache.fontbox.ttf");

    static {
        FONT_LOG.setLevel(Level.SEVERE);
        XRLog.setLoggingEnabled(false); // It tells every style it does not know, with the text around it.
    }

    private PdfRenderer() {}

    /// The document has more pages than it may.
    static final class TooManyPages extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    public static void print(String xhtml, OutputStream out) {
        print(xhtml, out, 1, Integer.MAX_VALUE);
    }

    /// A picture that stands in the document itself; [dev.brickwork.platform.Picture] has looked at it before.
    private static boolean isInside(String address) {
        return address.startsWith("data:image/png;base64,") || address.startsWith("data:image/jpeg;base64,");
    }

    /// The pages are counted after the layout and before anything is drawn.
    public static void print(String xhtml, OutputStream out, int firstPage, int pagesMax) {
        var clean = Xml.clean(xhtml);
        var reorderer = new ICUBidiReorderer();
        try (var document = new PDDocument();
                var renderer = builder(clean, document, reorderer).buildPdfRenderer()) {
            renderer.layout();
            if (renderer.getRootBox().getLayer().getPages().size() > pagesMax) throw new TooManyPages();
            new Drawing(renderer, document, reorderer, firstPage).draw();
            PdfAMetadata.describe(document, about(renderer));
            document.save(out, CompressParameters.DEFAULT_COMPRESSION);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PdfRendererBuilder builder(String xhtml, PDDocument document, BidiReorderer reorderer) {
        var builder = new PdfRendererBuilder();
        builder.usePDDocument(document);
        builder.usePdfAConformance(PdfRendererBuilder.PdfAConformance.PDFA_3_U);
        builder.useNamespaceHandler(new PaperStyle());
        builder.useUnicodeBidiSplitter(new ICUBidiSplitter.ICUBidiSplitterFactory());
        builder.useUnicodeBidiReorderer(reorderer);
        builder.defaultTextDirection(TextDirection.LTR);
        builder.useUriResolver((_, address) -> isInside(address) ? address : null);
        for (var moment : ExternalResourceControlPriority.values())
            builder.useExternalResourceAccessControl((address, _) -> isInside(address), moment);
        for (var face : Typefaces.forText(xhtml))
            builder.useFont(new Supplier(document, face), face.family(), face.weight(), FontStyle.NORMAL, true);
        builder.withW3cDocument(Xhtml.parsed(xhtml), null);
        return builder;
    }

    /// Puts a font into the document when the first text needs it.
    private static final class Supplier extends PDFontSupplier {
        private final PDDocument document;
        private final Typefaces.Face face;

        Supplier(PDDocument document, Typefaces.Face face) {
            super(null);
            this.document = document;
            this.face = face;
        }

        @Override
        public PDFont supply() {
            try {
                return PDType0Font.load(document, face.font(), true);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static PdfAMetadata.About about(PdfBoxRenderer renderer) {
        var device = renderer.getOutputDevice();
        return new PdfAMetadata.About(
                renderer.getDocument().getDocumentElement().getAttribute("lang"),
                Objects.requireNonNullElse(device.getMetadataByName("title"), ""),
                Objects.requireNonNullElse(device.getMetadataByName("author"), ""),
                Objects.requireNonNullElse(device.getMetadataByName("subject"), ""));
    }
}
