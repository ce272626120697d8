package dev.brickwork.documents;

import com.openhtmltopdf.bidi.support.ICUBidiReorderer;
import com.openhtmltopdf.bidi.support.ICUBidiSplitter;
import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.FontStyle;
import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.TextDirection;
import com.openhtmltopdf.outputdevice.helper.ExternalResourceControlPriority;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import com.openhtmltopdf.util.XRLog;
import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.xml.transform.TransformerFactory;

/// Turns XHTML into PDF/A-3U with all fonts inside. Nothing is ever fetched: resolver and both access controllers
/// know only pictures that stand in the document itself, so that a text that slipped through as markup still could
/// not reach out (reliability rule 3.3).
final class Press {
    private static final byte[] COLOURS =
            ICC_Profile.getInstance(ColorSpace.CS_sRGB).getData();

    /// Held here because the JDK forgets the level of a logger that nobody holds. Our fonts have no glyph names,
    /// and the library says so for every font of every document.
    private static final Logger FONT_LOG = Logger.getLogger("org.apache.fontbox.ttf");

    static {
        FONT_LOG.setLevel(Level.SEVERE);
        XRLog.setLoggingEnabled(false); // It tells every style it does not know, with the text around it.
        // The metadata of each document ask for it anew, and to look for one through all jars takes longer than a page.
        System.setProperty(
                "javax.xml.transform.TransformerFactory",
                TransformerFactory.newDefaultInstance().getClass().getName());
    }

    private Press() {}

    /// The document has more pages than it may.
    static final class TooManyPages extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static void print(String xhtml, OutputStream out) {
        print(xhtml, out, 1, Integer.MAX_VALUE);
    }

    /// A picture that stands in the document itself; [Picture] has looked at it before.
    private static boolean isInside(String address) {
        return address.startsWith("data:image/png;base64,") || address.startsWith("data:image/jpeg;base64,");
    }

    /// The pages are counted after the layout and before anything is drawn.
    static void print(String xhtml, OutputStream out, int firstPage, int pagesMax) {
        var clean = Xml.clean(xhtml);
        var builder = new PdfRendererBuilder();
        builder.usePdfAConformance(PdfRendererBuilder.PdfAConformance.PDFA_3_U);
        builder.useColorProfile(COLOURS);
        builder.useUnicodeBidiSplitter(new ICUBidiSplitter.ICUBidiSplitterFactory());
        builder.useUnicodeBidiReorderer(new ICUBidiReorderer());
        builder.defaultTextDirection(TextDirection.LTR);
        builder.useUriResolver((_, address) -> isInside(address) ? address : null);
        for (var moment : ExternalResourceControlPriority.values())
            builder.useExternalResourceAccessControl((address, _) -> isInside(address), moment);
        for (var face : Typefaces.forText(clean))
            builder.useFont(face::open, face.family(), face.weight(), FontStyle.NORMAL, true);
        builder.withProducer("Brickwork");
        builder.withHtmlContent(clean, null);
        builder.toStream(out);
        builder.useInitialPageNumber(firstPage);
        try (var renderer = builder.buildPdfRenderer()) {
            renderer.layout();
            if (renderer.getRootBox().getLayer().getPages().size() > pagesMax) throw new TooManyPages();
            renderer.createPDF();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
