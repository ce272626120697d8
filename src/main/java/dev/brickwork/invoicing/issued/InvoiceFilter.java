package dev.brickwork.invoicing.issued;

import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.platform.database.Where;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The filters of lists and searches of invoices.
public final class InvoiceFilter {
    private static final int NUMBER_LENGTH_MAX = 64;

    /// By the number of any of its versions: a payer quotes the copy that they have (rule I-09).
    private static final String NUMBERED = """
            invoice.number = :number
            OR (invoice.version > 1
                AND left(invoice.number, -1 - length(invoice.version::text))
                    IN (:number, regexp_replace(:number, '-[0-9]+$', ''))
                AND EXISTS (SELECT FROM invoice_version v
                    WHERE v.seller_id = invoice.seller_id AND v.invoice_id = invoice.id AND v.number = :number))
            """;

    /// Condition for an invoice that shows a due date: a paused one only keeps the one that it had (rule K-03).
    private static final String DATED =
            "(NOT invoice.is_paused OR invoice.issued_at IS NOT NULL OR invoice.voided_at IS NOT NULL OR invoice.is_muted)";

    /// Statuses of issued invoices with money to come. These are few of all invoices, and have an index of their
    /// own: the one plan of a list (ADR 15) would walk all by their dates until a page is full.
    private static final Set<InvoiceStatus> OPEN = Set.of(
            InvoiceStatus.OUTSTANDING,
            InvoiceStatus.DUE,
            InvoiceStatus.PAST_DUE,
            InvoiceStatus.PARTIALLY_PAID,
            InvoiceStatus.UNPAID);

    /// Fields whose indexes leave less still.
    private static final List<String> NARROW = List.of("customer_id", "billed_company_id", "subscription_id", "number");

    private static final Set<InvoiceStatus> LATE_OR_DUE = Set.of(InvoiceStatus.PAST_DUE, InvoiceStatus.DUE);

    private InvoiceFilter() {}

    /// Reads the conditions; the caller checks the fields.
    ///
    /// @param wanted of which one must hold; absent where any may
    /// @param zone of the seller, in which days are read
    public static Where read(Fields fields, Optional<Set<InvoiceStatus>> wanted, UUID seller, Zone zone, Instant now) {
        var where = Where.seller("invoice.seller_id", seller)
                .and("invoice.customer_id = :customer", "customer", fields.uuid("customer_id"))
                .and("invoice.billed_company_id = :billed", "billed", fields.uuid("billed_company_id"))
                .and("invoice.subscription_id = :subscription", "subscription", fields.uuid("subscription_id"))
                .and(NUMBERED, "number", fields.filledText("number", NUMBER_LENGTH_MAX))
                .and("invoice.issued_at >= :issuedFrom", "issuedFrom", fields.from("issued_from", zone))
                .and("invoice.issued_at <= :issuedTo", "issuedTo", fields.until("issued_to", zone))
                .and("invoice.due_at >= :dueFrom AND " + DATED, "dueFrom", fields.from("due_from", zone))
                .and("invoice.due_at <= :dueTo AND " + DATED, "dueTo", fields.until("due_to", zone))
                .and("invoice.grand_total >= :amountMin", "amountMin", amount(fields, "amount_min"))
                .and("invoice.grand_total <= :amountMax", "amountMax", amount(fields, "amount_max"));
        var statuses = wanted.orElseGet(() -> EnumSet.allOf(InvoiceStatus.class));
        if (statuses.size() == InvoiceStatus.values().length) return where;
        boolean areFew = NARROW.stream().anyMatch(fields::isSent);
        if (!areFew && OPEN.containsAll(statuses)) among(where, statuses, now);
        return within(where, statuses).with("now", now);
    }

    /// A due date ends at its last moment in the zone of the invoice: what is due today does so within two days.
    private static void among(Where where, Set<InvoiceStatus> open, Instant now) {
        var dueBefore = Set.of(InvoiceStatus.PAST_DUE).containsAll(open)
                ? now.toString()
                : LATE_OR_DUE.containsAll(open) ? now.plus(Duration.ofDays(2)).toString() : "infinity";
        where.and("""
                invoice.id = ANY (ARRAY(
                    SELECT id
                    FROM invoice open
                    WHERE seller_id = :seller AND issued_at IS NOT NULL AND voided_at IS NULL AND remaining > 0
                        AND due_at < :dueBefore::timestamptz))
                """).with("dueBefore", dueBefore);
    }

    private static Optional<Long> amount(Fields fields, String name) {
        return fields.longInteger(name, -Money.MINOR_MAX, Money.MINOR_MAX);
    }

    /// The status by the reader's clock, as a condition on the facts (rule I-02); the same cases as in
    /// [InvoiceStatus], which a test compares on every combination. Each case stands on the columns of an index.
    private static Where within(Where where, Set<InvoiceStatus> statuses) {
        return where.and("""
                (:voided AND invoice.voided_at IS NOT NULL)
                OR (invoice.voided_at IS NULL AND (
                    (:muted AND invoice.is_muted)
                    OR (NOT invoice.is_muted AND (
                        (invoice.issued_at IS NULL AND ((:paused AND invoice.is_paused) OR (:scheduled AND NOT invoice.is_paused)))
                        OR (invoice.issued_at IS NOT NULL AND invoice.remaining = 0 AND (
                            (:paid AND coalesce(invoice.settled_by, 'NOTHING_DUE') IN ('PAYMENT', 'NOTHING_DUE'))
                            OR (:adjusted AND invoice.settled_by = 'OFFSET')
                            OR (:credited AND invoice.settled_by = 'CREDIT')))
                        OR (invoice.issued_at IS NOT NULL AND invoice.remaining > 0 AND (
                            (:paused AND invoice.is_collection_paused)
                            OR (NOT invoice.is_collection_paused AND (
                                (:unpaid AND invoice.given_up_at IS NOT NULL)
                                OR (invoice.given_up_at IS NULL AND (
                                    (:partlyPaid AND invoice.paid > 0)
                                    OR (invoice.paid = 0 AND (
                                        (:pastDue AND invoice.due_on < (:now::timestamptz AT TIME ZONE zone_named(invoice.time_zone))::date)
                                        OR (:due AND invoice.due_on = (:now::timestamptz AT TIME ZONE zone_named(invoice.time_zone))::date)
                                        OR (:outstanding AND invoice.due_on > (:now::timestamptz AT TIME ZONE zone_named(invoice.time_zone))::date)
                ))))))))))))
                """)
                .with("voided", statuses.contains(InvoiceStatus.VOIDED))
                .with("muted", statuses.contains(InvoiceStatus.MUTED))
                .with("paused", statuses.contains(InvoiceStatus.PAUSED))
                .with("scheduled", statuses.contains(InvoiceStatus.SCHEDULED))
                .with("paid", statuses.contains(InvoiceStatus.PAID))
                .with("adjusted", statuses.contains(InvoiceStatus.ADJUSTED))
                .with("credited", statuses.contains(InvoiceStatus.CREDITED))
                .with("unpaid", statuses.contains(InvoiceStatus.UNPAID))
                .with("partlyPaid", statuses.contains(InvoiceStatus.PARTIALLY_PAID))
                .with("pastDue", statuses.contains(InvoiceStatus.PAST_DUE))
                .with("due", statuses.contains(InvoiceStatus.DUE))
                .with("outstanding", statuses.contains(InvoiceStatus.OUTSTANDING));
    }
}
