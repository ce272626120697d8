package dev.brickwork.delivery.documents;

import static dev.brickwork.delivery.documents.EInvoice.plain;

import dev.brickwork.delivery.documents.EInvoice.Category;
import dev.brickwork.delivery.documents.EInvoice.Item;
import dev.brickwork.delivery.documents.InvoicePaper.BankRow;
import dev.brickwork.delivery.documents.InvoicePaper.Discount;
import dev.brickwork.delivery.documents.InvoicePaper.Stretch;
import dev.brickwork.delivery.documents.rendering.Xml;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/// Writes an e-invoice as UN/CEFACT Cross Industry Invoice, profile EN 16931: the XML inside a Factur-X file, and
/// the format `cii` by itself. The order of the elements is the schema's.
final class CiiXml {
    private static final String PROFILE = "urn:cen.eu:en16931:2017";
    private static final String UNIT = "C62"; // "one": our units are words of the seller's, not of the code list

    private final EInvoice invoice;
    private final InvoicePaper paper;
    private final DocumentText say;
    private final Xml xml = new Xml(
            "rsm:CrossIndustryInvoice",
            "rsm",
            "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
            "ram",
            "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
            "udt",
            "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100");

    private CiiXml(EInvoice invoice) {
        this.invoice = invoice;
        this.paper = invoice.paper();
        this.say = new DocumentText(paper.locale(), paper.currency());
    }

    static byte[] of(EInvoice invoice) {
        return new CiiXml(invoice).write();
    }

    private byte[] write() {
        xml.in(
                "rsm:ExchangedDocumentContext",
                () -> xml.in("ram:GuidelineSpecifiedDocumentContextParameter", () -> xml.text("ram:ID", PROFILE)));
        xml.in("rsm:ExchangedDocument", () -> {
            xml.text("ram:ID", paper.head().number());
            xml.text("ram:TypeCode", invoice.type());
            date("ram:IssueDateTime", paper.head().issuedOn());
            paper.memo().ifPresent(memo -> xml.in("ram:IncludedNote", () -> xml.text("ram:Content", memo)));
        });
        xml.in("rsm:SupplyChainTradeTransaction", () -> {
            for (int i = 0; i < invoice.items().size(); i++)
                line(i + 1, invoice.items().get(i));
            xml.in("ram:ApplicableHeaderTradeAgreement", this::agreement);
            xml.in("ram:ApplicableHeaderTradeDelivery", this::delivery);
            xml.in("ram:ApplicableHeaderTradeSettlement", this::settlement);
        });
        return xml.bytes();
    }

    private void line(int position, Item item) {
        var line = item.line();
        xml.in("ram:IncludedSupplyChainTradeLineItem", () -> {
            xml.in("ram:AssociatedDocumentLineDocument", () -> xml.text("ram:LineID", String.valueOf(position)));
            xml.in("ram:SpecifiedTradeProduct", () -> {
                if (!line.code().isBlank()) xml.text("ram:SellerAssignedID", line.code());
                xml.text("ram:Name", line.name());
            });
            xml.in(
                    "ram:SpecifiedLineTradeAgreement",
                    () -> xml.in("ram:NetPriceProductTradePrice", () -> {
                        xml.text("ram:ChargeAmount", plain(item.price()));
                        xml.text("ram:BasisQuantity", plain(item.priceQuantity()), "unitCode", UNIT);
                    }));
            xml.in(
                    "ram:SpecifiedLineTradeDelivery",
                    () -> xml.text("ram:BilledQuantity", plain(item.quantity()), "unitCode", UNIT));
            xml.in("ram:SpecifiedLineTradeSettlement", () -> {
                xml.in("ram:ApplicableTradeTax", () -> {
                    xml.text("ram:TypeCode", "VAT");
                    kind(item.kind());
                });
                line.servicePeriod().ifPresent(this::period);
                line.discounts().stream()
                        .filter(discount -> discount.cents() != 0)
                        .forEach(this::discount);
                xml.in(
                        "ram:SpecifiedTradeSettlementLineMonetarySummation",
                        () -> xml.text("ram:LineTotalAmount", item.net().toPlainString()));
            });
        });
    }

    private void kind(EInvoice.Kind kind) {
        xml.text("ram:CategoryCode", kind.code());
        kind.rate().ifPresent(rate -> xml.text("ram:RateApplicablePercent", plain(rate)));
    }

    /// A negative discount makes the line dearer and is a charge.
    private void discount(Discount discount) {
        xml.in("ram:SpecifiedTradeAllowanceCharge", () -> {
            xml.in("ram:ChargeIndicator", () -> xml.text("udt:Indicator", String.valueOf(discount.cents() < 0)));
            xml.text(
                    "ram:ActualAmount",
                    invoice.money(Math.abs(discount.cents())).toPlainString());
            xml.text("ram:Reason", say.discount(discount));
        });
    }

    private void agreement() {
        paper.head().purchaseOrder().ifPresent(code -> xml.text("ram:BuyerReference", code));
        xml.in("ram:SellerTradeParty", () -> party(paper.seller().party(), true));
        xml.in("ram:BuyerTradeParty", () -> party(paper.billed(), false));
        paper.head()
                .purchaseOrder()
                .ifPresent(code ->
                        xml.in("ram:BuyerOrderReferencedDocument", () -> xml.text("ram:IssuerAssignedID", code)));
    }

    private void party(Party party, boolean isSeller) {
        var vatId = invoice.vatId(party);
        var other = party.otherTaxId();
        xml.text("ram:Name", party.name());
        // Without a VAT number the seller needs another name in a register (BR-CO-26).
        if (isSeller && vatId.isEmpty())
            other.or(party::vatId)
                    .ifPresent(id -> xml.in("ram:SpecifiedLegalOrganization", () -> xml.text("ram:ID", id)));
        if (isSeller) party.contact().ifPresent(this::contact);
        address(party.address());
        vatId.ifPresent(id -> xml.in("ram:SpecifiedTaxRegistration", () -> xml.text("ram:ID", id, "schemeID", "VA")));
        if (isSeller)
            other.ifPresent(
                    id -> xml.in("ram:SpecifiedTaxRegistration", () -> xml.text("ram:ID", id, "schemeID", "FC")));
    }

    private void contact(Party.Contact contact) {
        xml.in("ram:DefinedTradeContact", () -> {
            xml.text("ram:PersonName", contact.name());
            contact.phone()
                    .ifPresent(phone ->
                            xml.in("ram:TelephoneUniversalCommunication", () -> xml.text("ram:CompleteNumber", phone)));
            contact.email()
                    .ifPresent(
                            email -> xml.in("ram:EmailURIUniversalCommunication", () -> xml.text("ram:URIID", email)));
        });
    }

    private void address(Party.Address address) {
        var names = new String[] {"ram:LineOne", "ram:LineTwo", "ram:LineThree"};
        xml.in("ram:PostalTradeAddress", () -> {
            address.postalCode().ifPresent(code -> xml.text("ram:PostcodeCode", code));
            for (int i = 0; i < Math.min(names.length, address.streets().size()); i++)
                xml.text(names[i], address.streets().get(i));
            address.city().ifPresent(city -> xml.text("ram:CityName", city));
            xml.text("ram:CountryID", address.country());
            address.region().ifPresent(region -> xml.text("ram:CountrySubDivisionName", region));
        });
    }

    private void delivery() {
        var customer = paper.endCustomer().orElse(paper.billed());
        xml.in("ram:ShipToTradeParty", () -> {
            xml.text("ram:Name", customer.name());
            if (customer.address().isKnown()) address(customer.address());
        });
    }

    private void settlement() {
        xml.text("ram:PaymentReference", paper.head().number());
        xml.text("ram:InvoiceCurrencyCode", invoice.currency());
        xml.in("ram:SpecifiedTradeSettlementPaymentMeans", this::means);
        invoice.categories().forEach(this::category);
        period(invoice.period());
        xml.in("ram:SpecifiedTradePaymentTerms", () -> {
            xml.text("ram:Description", terms());
            date("ram:DueDateDateTime", paper.head().dueOn());
        });
        xml.in("ram:SpecifiedTradeSettlementHeaderMonetarySummation", () -> {
            xml.text("ram:LineTotalAmount", invoice.lineTotal().toPlainString());
            xml.text("ram:TaxBasisTotalAmount", invoice.lineTotal().toPlainString());
            xml.text("ram:TaxTotalAmount", invoice.tax().toPlainString(), "currencyID", invoice.currency());
            xml.text("ram:GrandTotalAmount", invoice.grandTotal().toPlainString());
            if (invoice.isPrepaid())
                xml.text("ram:TotalPrepaidAmount", invoice.prepaid().toPlainString());
            xml.text("ram:DuePayableAmount", invoice.due().toPlainString());
        });
        paper.head()
                .replaced()
                .ifPresent(number ->
                        xml.in("ram:InvoiceReferencedDocument", () -> xml.text("ram:IssuerAssignedID", number)));
    }

    private String terms() {
        return say.terms(paper.head().paymentTermsDays());
    }

    private void means() {
        xml.text("ram:TypeCode", invoice.paymentMeans());
        invoice.account()
                .ifPresent(account -> xml.in("ram:PayeePartyCreditorFinancialAccount", () -> {
                    if (invoice.isIban()) xml.text("ram:IBANID", account);
                    invoice.bank(BankRow.Kind.HOLDER).ifPresent(holder -> xml.text("ram:AccountName", holder));
                    if (!invoice.isIban()) xml.text("ram:ProprietaryID", account);
                }));
        if (invoice.account().isPresent())
            invoice.bank(BankRow.Kind.BANK_CODE)
                    .ifPresent(code -> xml.in(
                            "ram:PayeeSpecifiedCreditorFinancialInstitution", () -> xml.text("ram:BICID", code)));
    }

    private void category(Category category) {
        xml.in("ram:ApplicableTradeTax", () -> {
            xml.text("ram:CalculatedAmount", category.amount().toPlainString());
            xml.text("ram:TypeCode", "VAT");
            category.reason().ifPresent(reason -> xml.text("ram:ExemptionReason", reason));
            xml.text("ram:BasisAmount", category.base().toPlainString());
            kind(category.kind());
        });
    }

    private void period(Stretch stretch) {
        xml.in("ram:BillingSpecifiedPeriod", () -> {
            date("ram:StartDateTime", stretch.first());
            date("ram:EndDateTime", stretch.last());
        });
    }

    private void date(String name, LocalDate day) {
        xml.in(
                name,
                () -> xml.text("udt:DateTimeString", day.format(DateTimeFormatter.BASIC_ISO_DATE), "format", "102"));
    }
}
