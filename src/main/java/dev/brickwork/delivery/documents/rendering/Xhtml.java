package dev.brickwork.delivery.documents.rendering;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/// Reads our pages for the renderer. Each thread keeps its parser: to find and set one up takes longer than to read
/// a page.
public final class Xhtml {
    private static final ThreadLocal<DocumentBuilder> PARSER = ThreadLocal.withInitial(Xhtml::parser);

    private Xhtml() {}

    public static Document parsed(String xhtml) {
        try {
            return PARSER.get().parse(new InputSource(new StringReader(xhtml)));
        } catch (SAXException e) {
            throw new IllegalArgumentException("not well-formed", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// One that fetches nothing and is not led on by entities.
    private static DocumentBuilder parser() {
        var factory = DocumentBuilderFactory.newDefaultNSInstance();
        try {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
            factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            factory.setFeature("http://apache.org/xml/features/dom/defer-node-expansion", false); // All is looked at.
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            var parser = factory.newDocumentBuilder();
            parser.setErrorHandler(null); // Faults are thrown; the JDK's own handler also prints them.
            return parser;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }
}
