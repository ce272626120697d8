package dev.brickwork.delivery.documents;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.xml.transform.TransformerFactory;
import org.mustangproject.ZUGFeRD.Profiles;
import org.mustangproject.ZUGFeRD.ZUGFeRDExporterFromA3;

/// The printed invoice with its own structured form inside: one file for people and machines (Factur-X, which
/// Germany calls ZUGFeRD), profile EN 16931.
final class FacturX {
    static {
        // The library asks for it anew for each file, and to look for one through all jars takes longer than a page.
        System.setProperty(
                "javax.xml.transform.TransformerFactory",
                TransformerFactory.newDefaultInstance().getClass().getName());
    }

    private FacturX() {}

    static byte[] of(byte[] pdf, byte[] cii) {
        var out = new ByteArrayOutputStream();
        try (var file = new ZUGFeRDExporterFromA3()) {
            file.setProducer("Brickwork").setCreator("Brickwork").setProfile(Profiles.getByName("EN16931"));
            file.load(pdf);
            file.setXML(cii);
            file.export(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
