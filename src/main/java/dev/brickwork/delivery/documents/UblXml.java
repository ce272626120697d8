package dev.brickwork.delivery.documents;

import static dev.brickwork.delivery.documents.EInvoice.plain;

import dev.brickwork.delivery.documents.EInvoice.Category;
import dev.brickwork.delivery.documents.EInvoice.Item;
import dev.brickwork.delivery.documents.InvoicePaper.BankRow;
import dev.brickwork.delivery.documents.InvoicePaper.Discount;
import dev.brickwork.delivery.documents.InvoicePaper.Stretch;
import dev.brickwork.delivery.documents.rendering.Xml;
import java.math.BigDecimal;

/// Writes an e-invoice as UBL 2.1: after the rules of Peppol BIS Billing 3 where the facts allow it, otherwise
/// after the plain EN 16931. The order of the elements is the schema's.
final class UblXml {
    private static final String PROFILE = "urn:cen.eu:en16931:2017";
    private static final String PEPPOL_PROFILE = PROFILE + "#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
    private static final String PEPPOL_PROCESS = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
    private static final String UNIT = "C62"; // "one": our units are words of the seller's, not of the code list

    private final EInvoice invoice;
    private final InvoicePaper paper;
    private final DocumentText say;
    private final Xml xml = new Xml(
            "Invoice",
            "",
            "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
            "cac",
            "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
            "cbc",
            "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2");

    private UblXml(EInvoice invoice) {
        this.invoice = invoice;
        this.paper = invoice.paper();
        this.say = new DocumentText(paper.locale(), paper.currency());
    }

    static byte[] of(EInvoice invoice) {
        return new UblXml(invoice).write();
    }

    private byte[] write() {
        var head = paper.head();
        var isPeppol = Peppol.fits(invoice);
        xml.text("cbc:CustomizationID", isPeppol ? PEPPOL_PROFILE : PROFILE);
        if (isPeppol) xml.text("cbc:ProfileID", PEPPOL_PROCESS);
        xml.text("cbc:ID", head.number());
        xml.text("cbc:IssueDate", head.issuedOn().toString());
        xml.text("cbc:DueDate", head.dueOn().toString());
        xml.text("cbc:InvoiceTypeCode", invoice.type());
        paper.memo().ifPresent(memo -> xml.text("cbc:Note", memo));
        xml.text("cbc:DocumentCurrencyCode", invoice.currency());
        head.purchaseOrder().ifPresent(code -> xml.text("cbc:BuyerReference", code));
        period(invoice.period());
        head.purchaseOrder().ifPresent(code -> xml.in("cac:OrderReference", () -> xml.text("cbc:ID", code)));
        head.replaced()
                .ifPresent(number -> xml.in(
                        "cac:BillingReference",
                        () -> xml.in("cac:InvoiceDocumentReference", () -> xml.text("cbc:ID", number))));
        xml.in(
                "cac:AccountingSupplierParty",
                () -> xml.in("cac:Party", () -> party(paper.seller().party(), true)));
        xml.in("cac:AccountingCustomerParty", () -> xml.in("cac:Party", () -> party(paper.billed(), false)));
        paper.endCustomer().ifPresent(this::delivery);
        xml.in("cac:PaymentMeans", this::means);
        xml.in("cac:PaymentTerms", () -> xml.text("cbc:Note", terms()));
        xml.in("cac:TaxTotal", () -> {
            amount("cbc:TaxAmount", invoice.tax());
            invoice.categories().forEach(this::category);
        });
        xml.in("cac:LegalMonetaryTotal", this::totals);
        for (int i = 0; i < invoice.items().size(); i++)
            line(i + 1, invoice.items().get(i));
        return xml.bytes();
    }

    private void party(Party party, boolean isSeller) {
        var vatId = invoice.vatId(party);
        var other = party.otherTaxId();
        Peppol.endpoint(invoice, party)
                .ifPresent(end -> xml.text("cbc:EndpointID", end.id(), "schemeID", end.scheme()));
        xml.in("cac:PartyName", () -> xml.text("cbc:Name", party.name()));
        xml.in("cac:PostalAddress", () -> address(party.address()));
        vatId.ifPresent(id -> taxScheme(id, "VAT"));
        if (isSeller) other.ifPresent(id -> taxScheme(id, "TAX"));
        xml.in("cac:PartyLegalEntity", () -> {
            xml.text("cbc:RegistrationName", party.name());
            // Without a VAT number the seller needs another name in a register (BR-CO-26).
            if (isSeller && vatId.isEmpty()) other.or(party::vatId).ifPresent(id -> xml.text("cbc:CompanyID", id));
        });
        if (isSeller) party.contact().ifPresent(this::contact);
    }

    private void taxScheme(String id, String scheme) {
        xml.in("cac:PartyTaxScheme", () -> {
            xml.text("cbc:CompanyID", id);
            xml.in("cac:TaxScheme", () -> xml.text("cbc:ID", scheme));
        });
    }

    private void contact(Party.Contact contact) {
        xml.in("cac:Contact", () -> {
            xml.text("cbc:Name", contact.name());
            contact.phone().ifPresent(phone -> xml.text("cbc:Telephone", phone));
            contact.email().ifPresent(email -> xml.text("cbc:ElectronicMail", email));
        });
    }

    private void address(Party.Address address) {
        var streets = address.streets();
        if (streets.size() > 0) xml.text("cbc:StreetName", streets.get(0));
        if (streets.size() > 1) xml.text("cbc:AdditionalStreetName", streets.get(1));
        address.city().ifPresent(city -> xml.text("cbc:CityName", city));
        address.postalCode().ifPresent(code -> xml.text("cbc:PostalZone", code));
        address.region().ifPresent(region -> xml.text("cbc:CountrySubentity", region));
        if (streets.size() > 2) xml.in("cac:AddressLine", () -> xml.text("cbc:Line", streets.get(2)));
        xml.in("cac:Country", () -> xml.text("cbc:IdentificationCode", address.country()));
    }

    private void delivery(Party customer) {
        xml.in("cac:Delivery", () -> {
            if (customer.address().isKnown())
                xml.in("cac:DeliveryLocation", () -> xml.in("cac:Address", () -> address(customer.address())));
            xml.in("cac:DeliveryParty", () -> xml.in("cac:PartyName", () -> xml.text("cbc:Name", customer.name())));
        });
    }

    private void means() {
        xml.text("cbc:PaymentMeansCode", invoice.paymentMeans());
        xml.text("cbc:PaymentID", paper.head().number());
        invoice.account()
                .ifPresent(account -> xml.in("cac:PayeeFinancialAccount", () -> {
                    xml.text("cbc:ID", account);
                    invoice.bank(BankRow.Kind.HOLDER).ifPresent(holder -> xml.text("cbc:Name", holder));
                    invoice.bank(BankRow.Kind.BANK_CODE)
                            .ifPresent(
                                    code -> xml.in("cac:FinancialInstitutionBranch", () -> xml.text("cbc:ID", code)));
                }));
    }

    private String terms() {
        return say.terms(paper.head().paymentTermsDays());
    }

    private void category(Category category) {
        xml.in("cac:TaxSubtotal", () -> {
            amount("cbc:TaxableAmount", category.base());
            amount("cbc:TaxAmount", category.amount());
            xml.in("cac:TaxCategory", () -> {
                kind(category.kind());
                category.reason().ifPresent(reason -> xml.text("cbc:TaxExemptionReason", reason));
                xml.in("cac:TaxScheme", () -> xml.text("cbc:ID", "VAT"));
            });
        });
    }

    private void kind(EInvoice.Kind kind) {
        xml.text("cbc:ID", kind.code());
        kind.rate().ifPresent(rate -> xml.text("cbc:Percent", plain(rate)));
    }

    private void totals() {
        amount("cbc:LineExtensionAmount", invoice.lineTotal());
        amount("cbc:TaxExclusiveAmount", invoice.lineTotal());
        amount("cbc:TaxInclusiveAmount", invoice.grandTotal());
        if (invoice.isPrepaid()) amount("cbc:PrepaidAmount", invoice.prepaid());
        amount("cbc:PayableAmount", invoice.due());
    }

    private void line(int position, Item item) {
        var line = item.line();
        xml.in("cac:InvoiceLine", () -> {
            xml.text("cbc:ID", String.valueOf(position));
            xml.text("cbc:InvoicedQuantity", plain(item.quantity()), "unitCode", UNIT);
            amount("cbc:LineExtensionAmount", item.net());
            line.servicePeriod().ifPresent(this::period);
            line.discounts().stream().filter(discount -> discount.cents() != 0).forEach(this::discount);
            xml.in("cac:Item", () -> {
                xml.text("cbc:Name", line.name());
                if (!line.code().isBlank())
                    xml.in("cac:SellersItemIdentification", () -> xml.text("cbc:ID", line.code()));
                xml.in("cac:ClassifiedTaxCategory", () -> {
                    kind(item.kind());
                    xml.in("cac:TaxScheme", () -> xml.text("cbc:ID", "VAT"));
                });
            });
            xml.in("cac:Price", () -> {
                xml.text("cbc:PriceAmount", plain(item.price()), "currencyID", invoice.currency());
                xml.text("cbc:BaseQuantity", plain(item.priceQuantity()), "unitCode", UNIT);
            });
        });
    }

    /// A negative discount makes the line dearer and is a charge.
    private void discount(Discount discount) {
        xml.in("cac:AllowanceCharge", () -> {
            xml.text("cbc:ChargeIndicator", String.valueOf(discount.cents() < 0));
            xml.text("cbc:AllowanceChargeReason", say.discount(discount));
            amount("cbc:Amount", invoice.money(Math.abs(discount.cents())));
        });
    }

    private void period(Stretch stretch) {
        xml.in("cac:InvoicePeriod", () -> {
            xml.text("cbc:StartDate", stretch.first().toString());
            xml.text("cbc:EndDate", stretch.last().toString());
        });
    }

    private void amount(String name, BigDecimal amount) {
        xml.text(name, amount.toPlainString(), "currencyID", invoice.currency());
    }
}
