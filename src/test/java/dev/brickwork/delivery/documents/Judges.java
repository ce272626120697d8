package dev.brickwork.delivery.documents;

import dev.brickwork.support.TimeSpent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XdmDestination;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmNodeKind;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.s9api.streams.Steps;
import org.mustangproject.validator.ZUGFeRDValidator;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.SAXException;

/// The public rules that an e-invoice must pass, compiled once per test run because compiling takes many seconds.
final class Judges {
    enum Rules {
        EN_UBL("/external/schematron/1.3.16/ubl/EN16931-UBL-validation.xslt"),
        EN_CII("/external/schematron/1.3.16/cii/EN16931-CII-validation.xslt"),
        PEPPOL("/external/schematron/openpeppol/2026.5/xslt/PEPPOL-EN16931-UBL.xslt");

        private final String path;

        Rules(String path) {
            this.path = path;
        }
    }

    private static final String SCHEMAS = "/external/schemas/";
    private static final Map<String, String> BY_NAMESPACE = Map.of(
            "urn:un:unece:uncefact:data:specification:CoreComponentTypeSchemaModule:2", "CCTS_CCT_SchemaModule.xsd",
            "http://www.w3.org/2000/09/xmldsig#", "xmldsig-core-schema.xsd",
            "http://uri.etsi.org/01903/v1.3.2#", "XAdES01903v132-201601.xsd",
            "http://uri.etsi.org/01903/v1.4.1#", "XAdES01903v141-201601.xsd");
    private static final Processor SAXON = new Processor(false);
    private static final Map<Rules, XsltExecutable> COMPILED = new ConcurrentHashMap<>();
    private static final Map<String, Schema> SCHEMA = new ConcurrentHashMap<>();

    private Judges() {}

    /// The failed assertions with their ids, errors and warnings alike.
    static List<String> faults(Rules rules, byte[] xml) throws SaxonApiException {
        return TimeSpent.on(TimeSpent.Kind.VALIDATORS, () -> judged(rules, xml));
    }

    private static List<String> judged(Rules rules, byte[] xml) throws SaxonApiException {
        var transformer = COMPILED.computeIfAbsent(rules, Judges::compiled).load30();
        var report = new XdmDestination();
        transformer.transform(new StreamSource(new ByteArrayInputStream(xml)), report);
        return report.getXdmNode()
                .select(Steps.descendant().where(Judges::isFailure))
                .map(failure -> "%s %s: %s"
                        .formatted(
                                failure.attribute("flag"),
                                failure.attribute("id"),
                                failure.getStringValue().strip()))
                .toList();
    }

    /// The schema of UBL 2.1 itself.
    static void checkUblSchema(byte[] xml) throws SAXException, IOException {
        SCHEMA.computeIfAbsent("ubl", _ -> ublSchema())
                .newValidator()
                .validate(new StreamSource(new ByteArrayInputStream(xml)));
    }

    /// Mustang's verdict on a CII file or a Factur-X PDF (PDF/A by veraPDF, schema, schematron).
    static String mustang(byte[] file, String name) {
        return TimeSpent.on(TimeSpent.Kind.VALIDATORS, () -> {
            var validator = new ZUGFeRDValidator();
            var report = validator.validate(file, name);
            return validator.wasCompletelyValid() ? "valid" : report;
        });
    }

    private static boolean isFailure(XdmNode node) {
        return node.getNodeKind() == XdmNodeKind.ELEMENT
                && List.of("failed-assert", "successful-report")
                        .contains(node.getNodeName().getLocalName());
    }

    private static XsltExecutable compiled(Rules rules) {
        try (var in = Judges.class.getResourceAsStream(rules.path)) {
            return SAXON.newXsltCompiler().compile(new StreamSource(in));
        } catch (SaxonApiException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Schema ublSchema() {
        try {
            var factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
            factory.setResourceResolver((_, namespace, _, system, _) ->
                    input(system == null ? BY_NAMESPACE.getOrDefault(namespace, "") : system));
            var main = SCHEMAS + "ubl21/maindoc/UBL-Invoice-2.1.xsd";
            return factory.newSchema(new StreamSource(Judges.class.getResourceAsStream(main), "UBL-Invoice-2.1.xsd"));
        } catch (SAXException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The schemas name one another by paths that end in their file's name; they lie in five jars.
    private static LSInput input(String system) {
        var name = system.substring(system.lastIndexOf('/') + 1);
        for (var folder : List.of(SCHEMAS + "ubl21/common/", SCHEMAS + "ubl21/maindoc/", "/schemas/"))
            if (Judges.class.getResource(folder + name) != null) return new Found(folder + name, name);
        throw new IllegalStateException("schema not found: " + system);
    }
}
