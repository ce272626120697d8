package dev.brickwork.delivery.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.delivery.documents.InvoicePaper.Discount;
import dev.brickwork.delivery.documents.InvoicePaper.Settlement;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.support.Tier;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every kind of invoice passes the public rules, and the figures in it are those on paper.
@Tag("full")
@Tag("soak")
final class EInvoiceTest {
    private static final List<String> VOIDED = List.of("void");

    @Test
    void ublPassesTheSchemaAndTheRulesOfEn16931AndPeppol() throws Exception {
        for (var paper : papers().entrySet()) {
            var xml = UblXml.of(EInvoice.of(paper.getValue()));

            Judges.checkUblSchema(xml);
            assertThat(Judges.faults(Judges.Rules.EN_UBL, xml))
                    .as(paper.getKey())
                    .isEmpty();
            if (Peppol.fits(EInvoice.of(paper.getValue())))
                assertThat(Judges.faults(Judges.Rules.PEPPOL, xml))
                        .as(paper.getKey())
                        .isEmpty();
        }
    }

    @Test
    void peppolIsClaimedWhereTheFactsAllowIt() {
        var claimed = papers().entrySet().stream()
                .filter(paper -> Peppol.fits(EInvoice.of(paper.getValue())))
                .map(Map.Entry::getKey);

        assertThat(claimed)
                .contains("short", "german", "french-reverse-charge", "spanish-rates", "partner-billed", "partly-paid")
                .doesNotContain("outside", "sales-tax", "scripts");
    }

    @Test
    void ciiPassesTheRulesOfEn16931() throws Exception {
        for (var paper : papers().entrySet()) {
            var xml = CiiXml.of(EInvoice.of(paper.getValue()));

            assertThat(Judges.faults(Judges.Rules.EN_CII, xml))
                    .as(paper.getKey())
                    .isEmpty();
        }
    }

    /// The whole chain of Mustang: PDF/A-3 by veraPDF, the attachment, the schema and the rules of the profile.
    @Test
    void facturXPassesTheValidator() {
        var names = Tier.current().isFresh() ? papers().keySet() : List.of("german", "scripts");
        for (var name : names) {
            var paper = papers().get(name);
            if (paper == null) throw new IllegalStateException(name);
            var file = FacturX.of(InvoicePdf.of(paper), CiiXml.of(EInvoice.of(paper)));

            assertThat(Judges.mustang(file, name + ".pdf")).as(name).isEqualTo("valid");
        }
    }

    /// Whole yen (rule C-02): schema, rules and, in the PDF, the validator take amounts without decimals.
    @Test
    void anInvoiceInYenPasses() throws Exception {
        var variant = Variants.shortOne();
        variant.currency = Currency.of("JPY");
        var paper = variant.made();
        var ubl = UblXml.of(EInvoice.of(paper));

        Judges.checkUblSchema(ubl);
        assertThat(Judges.faults(Judges.Rules.EN_UBL, ubl)).isEmpty();
        assertThat(Judges.faults(Judges.Rules.PEPPOL, ubl)).isEmpty();
        assertThat(Judges.faults(Judges.Rules.EN_CII, CiiXml.of(EInvoice.of(paper))))
                .isEmpty();
        assertThat(new String(ubl, StandardCharsets.UTF_8))
                .contains("<cbc:PayableAmount currencyID=\"JPY\">258825</cbc:PayableAmount>");
        assertThat(Judges.mustang(FacturX.of(InvoicePdf.of(paper), CiiXml.of(EInvoice.of(paper))), "yen.pdf"))
                .isEqualTo("valid");
    }

    @Test
    void aWrongCentIsFound() throws Exception {
        var xml = new String(UblXml.of(EInvoice.of(Variants.shortOne().made())), StandardCharsets.UTF_8);
        var wrong = xml.replace(">2588.25</cbc:PayableAmount>", ">2588.26</cbc:PayableAmount>");

        assertThat(wrong).isNotEqualTo(xml);
        assertThat(Judges.faults(Judges.Rules.EN_UBL, wrong.getBytes(StandardCharsets.UTF_8)))
                .anyMatch(fault -> fault.contains("BR-CO-16"));
    }

    @Test
    void whatIsSettledStandsAsPaidBefore() {
        var paper = EInvoice.of(
                Variants.partlyPaid().credit("Adjustment credit", -100_00).made());

        assertThat(paper.grandTotal()).isEqualByComparingTo("2588.25");
        assertThat(paper.prepaid()).isEqualByComparingTo("1450.00");
        assertThat(paper.due()).isEqualByComparingTo("1138.25");
    }

    @Test
    void whatLacksIsSaid() {
        var paper = Variants.noTax().made();

        assertThat(EInvoice.missing(paper)).containsExactly("the seller's legal entity has no tax id");
        assertThat(EInvoice.missing(Variants.shortOne().voided("x").made()))
                .containsExactly("a voided invoice has no e-invoice");
        assertThatThrownBy(() -> EInvoice.of(paper)).hasMessageContaining("no tax id");
        var dinars = Variants.shortOne();
        dinars.currency = Currency.of("KWD");
        assertThat(EInvoice.missing(dinars.made()))
                .as("C-02")
                .containsExactly("EN 16931 has no more than two decimals, and KWD has 3");
        var nowhere = Variants.shortOne();
        nowhere.seller = Variants.withoutAddress(nowhere.seller);
        nowhere.billed = Variants.withoutAddress(nowhere.billed);
        assertThat(EInvoice.missing(nowhere.made()))
                .containsExactly(
                        "the address of the seller's legal entity names no country",
                        "the address of the billed company names no country");
    }

    @Test
    void hostileTextsStayTexts() {
        var paper = Variants.shortOne();
        paper.memo = Optional.of("]]> <!ENTITY x SYSTEM 'file:///etc/passwd'> &x; \u0000\u0008 \ud800");

        var xml = new String(UblXml.of(EInvoice.of(paper.made())), StandardCharsets.UTF_8);

        assertThat(xml).contains("&lt;!ENTITY").contains("&amp;x;").doesNotContain("\u0000");
    }

    /// A seller that is registered abroad bears the number of there (rule X-08), and Greek numbers have letters of
    /// their own.
    @Test
    void anElectronicAddressIsOfTheSchemeOfItsNumber() {
        var paper = Variants.shortOne();
        paper.seller = Papers.company("Mauerwerk GmbH", "DE", "Lehmgasse 12", "10115", "Berlin", "FR83404833048");
        paper.billed = Papers.company("Plinthos AE", "GR", "Ermou 1", "105 63", "Athina", "EL094259216");
        var invoice = EInvoice.of(paper.made());

        assertThat(Peppol.endpoint(invoice, paper.seller)).hasValue(new Peppol.Endpoint("9957", "FR83404833048"));
        assertThat(Peppol.endpoint(invoice, paper.billed)).hasValue(new Peppol.Endpoint("9933", "EL094259216"));
    }

    private static InvoicePaper corrected(Papers paper) {
        paper.number = "2026-000123-2";
        paper.version = 2;
        paper.replaced = Optional.of("2026-000123");
        return paper.made();
    }

    /// Accounting software must see that it takes the place of the other, or it books both.
    @Test
    void aNewVersionNamesTheOneThatItReplaces() {
        var first = EInvoice.of(Variants.shortOne().made());
        var german = EInvoice.of(corrected(Variants.shortOne()));
        var abroad = EInvoice.of(corrected(Variants.reverseCharge()));
        var home = new String(UblXml.of(german), StandardCharsets.UTF_8);

        assertThat(first.type()).isEqualTo("380");
        assertThat(german.type()).isEqualTo("384");
        assertThat(abroad.type()).as("Peppol knows no other").isEqualTo("380");
        assertThat(home).contains("<cac:InvoiceDocumentReference><cbc:ID>2026-000123</cbc:ID>");
        assertThat(new String(CiiXml.of(abroad), StandardCharsets.UTF_8))
                .contains("<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>2026-000123</ram:IssuerAssignedID>");
    }

    private static Map<String, InvoicePaper> papers() {
        var all = new LinkedHashMap<>(Variants.all());
        all.keySet().removeAll(VOIDED);
        all.remove("no-tax");
        all.put("corrected", corrected(Variants.shortOne()));
        all.put("corrected-abroad", corrected(Variants.reverseCharge()));
        all.put(
                "surcharge",
                Papers.paper()
                        .line(
                                "Platform",
                                "3",
                                "10.00",
                                List.of(Discount.own(List.of(), 30_00, -5_00)),
                                Papers.GERMAN_VAT)
                        .made());
        all.put(
                "dearer-discount",
                Papers.paper()
                        .line(
                                "Platform",
                                "3",
                                "10.00",
                                List.of(Discount.own(List.of(), 30_00, 50_00)),
                                Papers.GERMAN_VAT)
                        .line("Support", "1", "100.00", Papers.GERMAN_VAT)
                        .made());
        all.put(
                "mixed",
                Papers.paper()
                        .line("Platform", "1", "80.00", Papers.GERMAN_VAT)
                        .line("Fee", "1", "5.00")
                        .made());
        all.put(
                "fractions",
                Papers.paper()
                        .line("Tokens", "70000", "0.000065", Papers.GERMAN_VAT)
                        .line("Days", "15.5", "3.3333", Papers.GERMAN_VAT)
                        .made());
        all.put(
                "paid-by-credit",
                Variants.shortOne().settled(Settlement.Kind.CREDIT, "", 2588_25).made());
        var nowhere = Variants.partner();
        nowhere.endCustomer = nowhere.endCustomer.map(Variants::withoutAddress);
        all.put("end-customer-without-address", nowhere.made());
        var outside = Variants.noTax();
        outside.seller = Variants.withTaxId(outside.seller, "94-3219054");
        all.put("outside", outside.made());
        return all;
    }
}
