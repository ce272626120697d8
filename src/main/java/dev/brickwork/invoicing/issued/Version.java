package dev.brickwork.invoicing.issued;

import dev.brickwork.customers.Customer;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.tax.TaxAmount;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.sellers.Address;
import dev.brickwork.sellers.LegalEntity;
import dev.brickwork.tax.Sale;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/// One version of an invoice on its way into the tables. What is printed of parties, tax and totals is frozen as
/// one JSON document (rule I-08); the lines are rows of their own.
public record Version(
        UUID id,
        int number,
        Cause cause,
        DueInvoice invoice,
        InvoiceTotals bill,
        OpeningBalance opening,
        Parties parties,
        TaxRates rates,
        Instant issuedAt,
        LocalDate issuedOn,
        LocalDate dueOn) {
    public enum Cause {
        ISSUED,
        REGENERATED
    }

    /// Both companies as they are now; the addresses and the tax id that were taxed may be older ones (rule X-04).
    public record Parties(LegalEntity issuer, Customer billed, Sale taxed, Customer customer) {
        boolean isPartnerBilled() {
            return !billed.id().equals(customer.id());
        }
    }

    public List<Billable> lines() {
        return bill.lines().stream().map(InvoiceTotals.TaxedLine::line).toList();
    }

    public Version issuedAt(Instant moment) {
        return new Version(id, number, cause, invoice, bill, opening, parties, rates, moment, issuedOn, dueOn);
    }

    /// The frozen document. Its shape outlives deploys: only ever add to it.
    String snapshot(String invoiceNumber) {
        return JsonWriter.text(json -> json.object(out -> {
            out.put("invoice_number", invoiceNumber)
                    .put("cause", cause)
                    .put("currency", invoice.currency())
                    .put("time_zone", invoice.zone().id().getId())
                    .put("locale", parties.billed.locale().toLanguageTag())
                    .put("issued_on", issuedOn)
                    .put("due_on", dueOn)
                    .put("bill_on", invoice.billOn())
                    .put("payment_terms", invoice.paymentTermsDays())
                    .put("purchase_order", invoice.purchaseOrder())
                    .put("memo", invoice.memo())
                    .put("subject", invoice.subject())
                    .put("sub_total", bill.subTotal())
                    .put("discount_total", bill.discount())
                    .put("tax_total", bill.tax())
                    .put("adjustment_credit", bill.credit())
                    .put("carried_forward", bill.carriedForward())
                    .put("grand_total", bill.total())
                    .putEach("taxes", bill.taxes(), Version::tax)
                    .putObject("rates", this::rates)
                    .putObject("issuer", it -> issuer(it, parties.issuer))
                    .putObject(
                            "billed_company",
                            it -> company(it, parties.billed, parties.taxed.to(), parties.taxed.taxId()));
            out.putObject("taxed_from", parties.taxed.from(), (it, place) -> place.write(it));
            if (parties.isPartnerBilled()) {
                var customer = parties.customer;
                out.putObject("customer", it -> company(it, customer, customer.address(), customer.taxId()));
            }
        }));
    }

    private static void tax(JsonWriter json, TaxAmount tax) {
        json.object(out -> out.put("name", tax.component().name())
                .put("rate", tax.component().rate().toString())
                .put("taxable_amount", tax.taxable())
                .put("amount", tax.amount())
                .put("reverse_charge", tax.component().isReverseCharge()));
    }

    /// The taxes of each category that is on the invoice, so that a line can say which rates it bore.
    private void rates(JsonWriter json) {
        var categories = new TreeSet<String>();
        for (var line : bill.lines()) categories.add(line.line().taxCategory());
        categories.remove("");
        for (var category : categories) {
            json.putEach(
                    category,
                    rates.of(category),
                    (each, component) -> each.object(it -> it.put("name", component.name())
                            .put("rate", component.rate().toString())
                            .put("reverse_charge", component.isReverseCharge())));
        }
    }

    private static void issuer(JsonWriter json, LegalEntity issuer) {
        json.put("name", issuer.legalName())
                .putObject("address", issuer.address(), (it, address) -> address.write(it))
                .put("tax_id", issuer.taxId());
        issuer.bankAccount().ifPresent(account -> json.putObject("bank_account", account::write));
    }

    private static void company(JsonWriter json, Customer company, Optional<Address> address, Optional<String> taxId) {
        json.put("name", company.formalName())
                .putObject("address", address, (it, place) -> place.write(it))
                .put("tax_id", taxId);
    }
}
