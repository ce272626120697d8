package dev.brickwork.delivery.documents.rendering;

import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.GregorianCalendar;
import java.util.zip.DeflaterOutputStream;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.apache.pdfbox.pdmodel.common.PDMetadata;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDMarkInfo;
import org.apache.pdfbox.pdmodel.graphics.color.PDOutputIntent;
import org.apache.pdfbox.pdmodel.interactive.viewerpreferences.PDViewerPreferences;

/// Makes a drawn document PDF/A-3U, besides its fonts: adds its description and the meaning of its colours. The
/// renderer could add the same, but finds out anew for every document what a description may hold, which takes
/// longer than to draw the page.
final class PdfAMetadata {
    private static final String PRODUCER = "Brickwork";
    private static final String COLOURS = "sRGB IEC61966-2.1";
    private static final int COLOUR_COUNT = 3;
    private static final byte[] COLOUR_PROFILE =
            deflated(ICC_Profile.getInstance(ColorSpace.CS_sRGB).getData());
    private static final String DESCRIPTION = Resources.text("/templates/archival.xmp");
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxx");

    private PdfAMetadata() {}

    /// The description of a document, written once for every reader and once for archives.
    record About(String language, String title, String author, String subject) {}

    static void describe(PDDocument document, About about) throws IOException {
        var now = GregorianCalendar.from(ZonedDateTime.now(ZoneOffset.UTC));
        document.setDocumentInformation(information(about, now));
        var catalog = document.getDocumentCatalog();
        catalog.setMetadata(metadata(document, about, now));
        catalog.addOutputIntent(colours(document));
        catalog.setLanguage(about.language);
        var marks = new PDMarkInfo();
        marks.setMarked(true);
        catalog.setMarkInfo(marks);
        var view = new PDViewerPreferences(new COSDictionary());
        view.setDisplayDocTitle(true);
        catalog.setViewerPreferences(view);
    }

    private static PDDocumentInformation information(About about, GregorianCalendar now) {
        var information = new PDDocumentInformation();
        information.setCreationDate(now);
        information.setProducer(PRODUCER);
        information.setTitle(about.title);
        information.setAuthor(about.author);
        information.setSubject(about.subject);
        return information;
    }

    private static PDMetadata metadata(PDDocument document, About about, GregorianCalendar now) throws IOException {
        var description = DESCRIPTION.formatted(
                PRODUCER,
                MOMENT.format(now.toZonedDateTime()),
                escaped(about.author),
                escaped(about.title),
                escaped(about.subject));
        var metadata = new PDMetadata(document);
        metadata.importXMPMetadata(description.getBytes(StandardCharsets.UTF_8));
        return metadata;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static PDOutputIntent colours(PDDocument document) throws IOException {
        var profile = document.getDocument().createCOSStream();
        try (var out = profile.createRawOutputStream()) {
            out.write(COLOUR_PROFILE);
        }
        profile.setItem(COSName.FILTER, COSName.FLATE_DECODE);
        profile.setInt(COSName.N, COLOUR_COUNT);
        var intent = new COSDictionary();
        intent.setItem(COSName.TYPE, COSName.OUTPUT_INTENT);
        intent.setItem(COSName.S, COSName.GTS_PDFA1);
        intent.setItem(COSName.DEST_OUTPUT_PROFILE, profile);
        var colours = new PDOutputIntent(intent);
        colours.setInfo(COLOURS);
        colours.setOutputCondition(COLOURS);
        colours.setOutputConditionIdentifier(COLOURS);
        colours.setRegistryName("http://www.color.org");
        return colours;
    }

    private static byte[] deflated(byte[] bytes) {
        var out = new ByteArrayOutputStream();
        try (var deflater = new DeflaterOutputStream(out)) {
            deflater.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
