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

/// Turns XHTML into PDF/A-3U with all fonts inside. Nothing is ever fetched: the resolver knows no address, and both
/// access controllers refuse, so that a text that slipped through as markup still could not reach out
/// (reliability rule 3.3).
final class Press {
    private static final byte[] COLOURS =
            ICC_Profile.getInstance(ColorSpace.CS_sRGB).getData();

    /// Held here because the JDK forgets the level of a logger that nobody holds. Our fonts have no glyph names, and
    /// the
    /// library says so for every font of every document.
    private static final Logger FONT_LOG = Logger.getLogger("org.apache.fontbox.ttf");

    static {
        FONT_LOG.setLevel(Level.SEVERE);
        XRLog.setLoggingEnabled(false); // It tells every style it does not know, with the text around it.
    }

    private Press() {}

    static void print(String xhtml, OutputStream out) {
        var clean = Xml.clean(xhtml);
        var builder = new PdfRendererBuilder();
        builder.usePdfAConformance(PdfRendererBuilder.PdfAConformance.PDFA_3_U);
        builder.useColorProfile(COLOURS);
        builder.useUnicodeBidiSplitter(new ICUBidiSplitter.ICUBidiSplitterFactory());
        builder.useUnicodeBidiReorderer(new ICUBidiReorderer());
        builder.defaultTextDirection(TextDirection.LTR);
        builder.useUriResolver((_, _) -> null);
        for (var moment : ExternalResourceControlPriority.values())
            builder.useExternalResourceAccessControl((_, _) -> false, moment);
        for (var face : Typefaces.forText(clean))
            builder.useFont(face::open, face.family(), face.weight(), FontStyle.NORMAL, true);
        builder.withProducer("Brickwork");
        builder.withHtmlContent(clean, null);
        builder.toStream(out);
        try {
            builder.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
