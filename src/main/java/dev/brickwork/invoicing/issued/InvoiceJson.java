package dev.brickwork.invoicing.issued;

import dev.brickwork.invoicing.Attachment;
import dev.brickwork.invoicing.Invoice;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.calendar.Zone;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/// An invoice on the wire.
public final class InvoiceJson {
    private InvoiceJson() {}

    public static void invoice(JsonWriter json, Invoice invoice, Instant now) {
        json.object(out -> fields(out, invoice, now));
    }

    public static void fields(JsonWriter out, Invoice invoice, Instant now) {
        fields(out, invoice, now, false);
    }

    /// The fields of an invoice, in the object that is open.
    ///
    /// @param isEstimate of a renewal that has not closed yet: it has no ids
    public static void fields(JsonWriter out, Invoice invoice, Instant now, boolean isEstimate) {
        var status = invoice.status(now);
        boolean isWaiting = status == InvoiceStatus.PAUSED && invoice.issuedAt().isEmpty();
        var zone = invoice.zone();
        var billAt = WireDates.startsAt(Period.day(invoice.billOn()), zone);
        var dueAt = WireDates.lastMoment(invoice.dueOn(), zone);
        out.put(
                        "invoice_id",
                        isEstimate ? Optional.empty() : Optional.of(invoice.id().value()))
                .put("subscription_id", invoice.subscription())
                .put("customer_id", invoice.customer())
                .put("billed_company_id", invoice.billedCompany())
                .put("invoice_number", invoice.number())
                .put("due_at", isWaiting ? Optional.empty() : Optional.of(dueAt))
                .put("bill_at", isWaiting ? Optional.empty() : Optional.of(billAt))
                .put("issued_at", invoice.issuedAt().map(at -> local(at, zone)))
                .put("status", status)
                .put("fully_paid_at", invoice.fullyPaidAt().map(at -> local(at, zone)))
                .put("grand_total", invoice.sums().total())
                .put("remaining_amount", invoice.sums().remaining())
                .put("currency", invoice.currency())
                .put("is_renewal_estimate", isEstimate)
                .put("payment_url", invoice.paymentUrl())
                .put("customer_name", invoice.customerName())
                .put("time_zone", zone.id().getId())
                .putEach(
                        "payments",
                        invoice.payments(),
                        (each, payment) -> each.object(it -> payment(it, payment, invoice)))
                .putEach("attachments", invoice.attachments(), InvoiceJson::attachment)
                .putEach("line_items", invoice.items(), (each, item) -> item(each, item, zone))
                .putRaw("metadata", invoice.metadata())
                .putObject("purchase_order", invoice.purchaseOrder(), (order, code) -> order.put("code", code));
        more(out, invoice);
    }

    public static void attachment(JsonWriter json, Attachment attachment) {
        json.object(out -> out.put("attachment_id", attachment.id())
                .put("name", attachment.name())
                .put("url", attachment.url())
                .put("content_type", "application/pdf")
                .put("size", attachment.size())
                .put("target", attachment.target().wire())
                .put("position", attachment.position()));
    }

    private static void more(JsonWriter out, Invoice invoice) {
        var sums = invoice.sums();
        out.put("sub_total", sums.subTotal())
                .put("discount_total", sums.discount())
                .put("tax_total", sums.tax())
                .putRaw("taxes", invoice.taxes())
                .put("paid_total", sums.paid())
                .put("credited_total", sums.credited())
                .put("offset_total", sums.offset())
                .put("memo", invoice.memo())
                .put("collection_paused", invoice.facts().isCollectionPaused())
                .put("legal_entity_id", invoice.entity())
                .put("version", invoice.version() == 0 ? Optional.empty() : Optional.of(invoice.version()))
                .put("created_at", invoice.createdAt());
    }

    public static void item(JsonWriter json, Invoice.Item item, Zone zone) {
        json.object(out -> {
            out.put("brick_name", item.name())
                    .put("brick_id", item.brick())
                    .put("brick_code", item.code())
                    .putNumber("quantity", item.quantity())
                    .put("tax", item.tax())
                    .put("grand_total", item.total())
                    .put("starts_at", WireDates.startsAt(item.dates(), zone))
                    .put("ends_at", WireDates.endsAt(item.dates(), zone))
                    .put("kind", item.kind())
                    .put("sub_total", item.gross())
                    .put("discount_total", item.discount());
            item.unpriced().ifPresent(units -> out.putNumber("unpriced_quantity", units));
            item.id().ifPresent(id -> out.put("line_id", id));
        });
    }

    private static void payment(JsonWriter out, Invoice.Paid payment, Invoice invoice) {
        out.put("payment_id", payment.id())
                .put("invoice_number", payment.number())
                .put("invoice_version_id", payment.version())
                .put("paid_amount", payment.amount())
                .put("paid_at", payment.at())
                .put("currency", invoice.currency())
                .put("error", payment.error())
                .put("invoice_id", invoice.id().value())
                .put("payment_method", payment.method())
                .put("state", payment.state())
                .put("payment_proof", payment.proof())
                .put("memo", payment.memo())
                .put("refunded_amount", payment.refunded());
    }

    private static OffsetDateTime local(Instant moment, Zone zone) {
        return moment.atZone(zone.id()).toOffsetDateTime();
    }
}
