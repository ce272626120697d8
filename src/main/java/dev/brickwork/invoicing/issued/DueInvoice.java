package dev.brickwork.invoicing.issued;

import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/// An invoice that is held while a version of it is made.
///
/// @param prepaid payments that came before it, or that stand on it
public record DueInvoice(
        UUID id,
        Optional<UUID> subscription,
        Optional<UUID> term,
        UUID customer,
        UUID billedCompany,
        LegalEntityId entity,
        Currency currency,
        Zone zone,
        LocalDate billOn,
        Optional<LocalDate> fixedDueOn,
        int paymentTermsDays,
        long adjustmentCredit,
        Optional<String> adjustmentCreditLabel,
        long prepaid,
        Optional<Instant> lastPaidAt,
        boolean holdsUsage,
        boolean isCollectionPaused,
        Optional<String> purchaseOrder,
        Optional<String> memo,
        Optional<String> subject) {
    public Subscription.BillingParties parties() {
        return new Subscription.BillingParties(customer, billedCompany, entity);
    }

    static DueInvoice of(ResultSet row) throws SQLException {
        return new DueInvoice(
                Columns.uuid(row, "id"),
                Columns.maybeUuid(row, "subscription_id"),
                Columns.maybeUuid(row, "term_order_id"),
                Columns.uuid(row, "customer_id"),
                Columns.uuid(row, "billed_company_id"),
                new LegalEntityId(Columns.uuid(row, "legal_entity_id")),
                Columns.currency(row, "currency"),
                Columns.zone(row, "time_zone"),
                Columns.date(row, "bill_on"),
                Columns.flag(row, "is_due_fixed") ? Optional.of(Columns.date(row, "due_on")) : Optional.empty(),
                Columns.count(row, "payment_terms"),
                Columns.number(row, "adjustment_credit"),
                Columns.maybeText(row, "adjustment_credit_label"),
                Columns.number(row, "paid"),
                Columns.maybeInstant(row, "last_paid_at"),
                Columns.flag(row, "holds_usage"),
                Columns.flag(row, "is_collection_paused"),
                Columns.maybeText(row, "shown_purchase_order"),
                Columns.maybeText(row, "memo"),
                Columns.maybeText(row, "subject"));
    }
}
