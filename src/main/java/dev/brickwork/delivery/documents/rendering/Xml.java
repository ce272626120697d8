package dev.brickwork.delivery.documents.rendering;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// Writes XML element by element; texts are escaped, and what XML cannot hold is replaced.
public final class Xml {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final XMLStreamWriter writer;

    /// Something that writes the inside of an element.
    public interface Inside {
        void write();
    }

    /// Begins a document with its root.
    ///
    /// @param namespaces prefix and address in turn; an empty prefix is the default one
    public Xml(String root, String... namespaces) {
        try {
            writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
            writer.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
            writer.writeStartElement(root);
            for (int i = 0; i < namespaces.length; i += 2) {
                if (namespaces[i].isEmpty()) writer.writeDefaultNamespace(namespaces[i + 1]);
                else writer.writeNamespace(namespaces[i], namespaces[i + 1]);
            }
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    public void in(String name, Inside inside) {
        try {
            writer.writeStartElement(name);
            inside.write();
            writer.writeEndElement();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    /// An element with nothing but text; none at all where there is no text, since receivers refuse empty elements.
    ///
    /// @param attributes name and value in turn
    public void text(String name, String value, String... attributes) {
        if (value.isBlank()) return;
        try {
            writer.writeStartElement(name);
            for (int i = 0; i < attributes.length; i += 2)
                writer.writeAttribute(attributes[i], clean(attributes[i + 1]));
            writer.writeCharacters(clean(value));
            writer.writeEndElement();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    public byte[] bytes() {
        try {
            writer.writeEndDocument();
            writer.close();
            return out.toByteArray();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Control characters and halves of pairs cannot stand in XML at all, not even escaped, and one of them in a
    /// customer's name would keep the whole document from being made.
    static String clean(String text) {
        if (text.codePoints().allMatch(Xml::isAllowed)) return text;
        var clean = new StringBuilder(text.length());
        text.codePoints().map(point -> isAllowed(point) ? point : 0xFFFD).forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean isAllowed(int point) {
        return (point >= 0x20 && point <= 0xD7FF)
                || point == '\t'
                || point == '\n'
                || point == '\r'
                || (point >= 0xE000 && point <= 0xFFFD)
                || point >= 0x10000;
    }
}
