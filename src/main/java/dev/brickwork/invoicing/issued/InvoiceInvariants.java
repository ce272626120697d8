package dev.brickwork.invoicing.issued;

import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.SqlSession;
import java.util.List;
import java.util.stream.Stream;

/// Invariants of stored invoices, recomputed from what they were made of. Constraints hold most of
/// them; this finds what came past the constraints.
public final class InvoiceInvariants {
    private static final int FETCH_ROWS = 1_000;

    private InvoiceInvariants() {}

    public static void register(Invariants invariants) {
        invariants.register("I2 nothing is billed twice", InvoiceInvariants::billedOnce);
        invariants.register("I2 nothing is left unbilled", InvoiceInvariants::allBilled);
        invariants.register("I2 nothing that is billed lies outside its line", InvoiceInvariants::withinItsLine);
        invariants.register("I3 a version comes to the sum of its lines", InvoiceInvariants::linesAddUp);
        invariants.register(
                "I3 a scheduled invoice comes to the sum of what it bills", InvoiceInvariants::scheduledSums);
        invariants.register("I3 the taxes of a version are the taxes of its lines", InvoiceInvariants::taxesAddUp);
        invariants.register("I4 what remains follows from what was settled", InvoiceInvariants::remaining);
        invariants.register("I4 payments on an invoice are its payments", InvoiceInvariants::payments);
        invariants.register("I4 the journal knows what is owed and earned", InvoiceInvariants::booked);
        invariants.register("I6 a void holds no money", InvoiceInvariants::voids);
        invariants.register("I7 the current version is the invoice", InvoiceInvariants::versions);
        invariants.register("I8 numbers have no gap", InvoiceInvariants::numbers);
        invariants.register("I8 numbers run with time", InvoiceInvariants::numbersInOrder);
        invariants.register("I18 one currency on an invoice", InvoiceInvariants::currencies);
        invariants.register("I19 amounts are in range", InvoiceInvariants::amounts);
        invariants.register("I20 the status follows from the facts", InvoiceInvariants::status);
    }

    /// Only what a reduction takes away may be shared by several invoices. Each charge is held against the latest end
    /// of those that begin before it, not against all others: a line may have a thousand.
    private static List<String> billedOnce(SqlSession tx) {
        return Invariants.found(tx, "order line %s is billed twice for a stretch", """
                SELECT order_line_id
                FROM (
                    SELECT order_line_id, net, lower(service) AS starts_on,
                        max(upper(service)) OVER line AS ended_on,
                        max(upper(service)) FILTER (WHERE net > 0) OVER line AS billed_until,
                        max(upper(service)) OVER (PARTITION BY seller_id, order_line_id, invoice_id
                            ORDER BY lower(service), id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS on_invoice_until
                    FROM invoice_charge
                    WINDOW line AS (PARTITION BY seller_id, order_line_id
                        ORDER BY lower(service), id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) charge
                WHERE starts_on < billed_until OR net > 0 AND starts_on < ended_on OR starts_on < on_invoice_until
                """);
    }

    /// Every day of every line that runs on time is on an invoice, or was settled against one, as far as the order
    /// ran. What a reduction takes away of something that was voided gives nothing back.
    private static List<String> allBilled(SqlSession tx) {
        return Invariants.found(tx, "a part of order line %s is on no invoice", """
                WITH billed AS ( -- All lines at once: one by one, each would be looked for among all.
                    SELECT seller_id, order_line_id, range_agg(service) AS days
                    FROM (SELECT seller_id, order_line_id, service FROM invoice_charge
                          UNION ALL
                          SELECT seller_id, order_line_id, service FROM invoice_settlement) AS stretch
                    GROUP BY seller_id, order_line_id)
                SELECT line.id
                FROM order_line line
                JOIN orders o ON o.seller_id = line.seller_id AND o.id = line.order_id
                LEFT JOIN billed ON billed.seller_id = line.seller_id AND billed.order_line_id = line.id
                WHERE line.kind IN ('PLAN', 'SUBSCRIPTION', 'COMMITMENT') AND o.stage = 'CLOSED' AND o.order_type <> 'TRIAL'
                    AND lower(line.term) < coalesce(o.ended_on, upper(line.term))
                    AND NOT coalesce(billed.days, '{}') + coalesce(
                            CASE WHEN line.gross - line.discount - line.coupon < 0 THEN (
                                SELECT range_agg(c.service)
                                FROM invoice_charge c
                                JOIN order_line reduced
                                    ON reduced.seller_id = c.seller_id AND reduced.id = c.order_line_id
                                JOIN invoice i ON i.seller_id = c.seller_id AND i.id = c.invoice_id
                                WHERE c.seller_id = line.seller_id AND c.subscription_id = line.subscription_id
                                    AND reduced.brick_id IS NOT DISTINCT FROM line.brick_id AND i.voided_at IS NOT NULL)
                            END, '{}')
                        @> daterange(lower(line.term), least(upper(line.term), coalesce(o.ended_on, upper(line.term))))
                """);
    }

    private static List<String> withinItsLine(SqlSession tx) {
        return Invariants.found(tx, "charge %s lies outside its line", """
                SELECT c.id
                FROM invoice_charge c
                JOIN order_line line ON line.seller_id = c.seller_id AND line.id = c.order_line_id
                JOIN invoice i ON i.seller_id = c.seller_id AND i.id = c.invoice_id
                WHERE NOT c.service <@ line.term OR c.subscription_id <> line.subscription_id
                    OR i.subscription_id IS DISTINCT FROM line.subscription_id
                """);
    }

    private static List<String> linesAddUp(SqlSession tx) {
        return Invariants.found(tx, "version %s of invoice %s is not the sum of its lines", """
                SELECT v.version, v.invoice_id
                FROM invoice_version v
                LEFT JOIN invoice_line line ON line.seller_id = v.seller_id AND line.invoice_id = v.invoice_id
                    AND line.version = v.version
                GROUP BY v.seller_id, v.id, v.invoice_id, v.version, v.snapshot
                HAVING coalesce(sum(line.grand_total), 0) <> (v.snapshot ->> 'grand_total')::bigint
                """);
    }

    /// Unissued invoices only; an issued one is checked against its version.
    private static List<String> scheduledSums(SqlSession tx) {
        return Invariants.found(tx, "scheduled invoice %s is not the sum of what it bills", """
                SELECT i.id
                FROM invoice i
                LEFT JOIN (SELECT seller_id, invoice_id, sum(gross) AS gross, sum(discount) AS discount, sum(tax) AS tax
                           FROM (SELECT seller_id, invoice_id, gross, discount + coupon AS discount, tax
                                 FROM invoice_charge
                                 UNION ALL
                                 SELECT seller_id, invoice_id, gross, discount, tax
                                 FROM invoice_item) AS part
                           GROUP BY seller_id, invoice_id) AS billed
                    ON billed.seller_id = i.seller_id AND billed.invoice_id = i.id
                WHERE i.issued_at IS NULL AND i.voided_at IS NULL
                    AND (i.sub_total <> coalesce(billed.gross, 0) OR i.discount_total <> coalesce(billed.discount, 0)
                        OR i.tax_total <> coalesce(billed.tax, 0)
                        OR i.grand_total <> greatest(i.sub_total - i.discount_total + i.tax_total - i.adjustment_credit, 0))
                """);
    }

    private static List<String> taxesAddUp(SqlSession tx) {
        return Invariants.found(tx, "the taxes of version %s of invoice %s do not add up", """
                SELECT v.version, v.invoice_id
                FROM invoice_version v
                LEFT JOIN invoice_line line ON line.seller_id = v.seller_id AND line.invoice_id = v.invoice_id
                    AND line.version = v.version
                GROUP BY v.seller_id, v.id, v.invoice_id, v.version, v.snapshot
                HAVING coalesce(sum(line.tax), 0) <> (v.snapshot ->> 'tax_total')::bigint
                    OR coalesce((SELECT sum((one ->> 'amount')::bigint) FROM jsonb_array_elements(v.snapshot -> 'taxes') AS one), 0)
                        <> (v.snapshot ->> 'tax_total')::bigint
                """);
    }

    private static List<String> remaining(SqlSession tx) {
        return Invariants.found(tx, "what remains of invoice %s does not follow", """
                SELECT i.id
                FROM invoice i
                LEFT JOIN LATERAL (
                    SELECT -coalesce(sum(c.amount), 0) AS used
                    FROM credit_entry c
                    WHERE c.seller_id = i.seller_id AND c.invoice_id = i.id AND c.type = 'APPLICATION') credit ON true
                LEFT JOIN LATERAL (
                    SELECT coalesce(sum(s.offset_amount), 0) AS taken
                    FROM invoice_settlement s
                    WHERE s.seller_id = i.seller_id AND s.invoice_id = i.id) offsets ON true
                WHERE i.remaining NOT BETWEEN 0 AND i.grand_total
                    OR i.credited > credit.used OR (i.version = 1 AND i.credited <> credit.used)
                    OR i.offset_total > offsets.taken OR (i.version <= 1 AND i.offset_total <> offsets.taken)
                """);
    }

    /// Money on an invoice has payments. An amount held for a charge may have none yet: it becomes a payment once
    /// the processor has said whose method it is.
    private static List<String> payments(SqlSession tx) {
        return Invariants.found(tx, "invoice %s holds other money than its payments", """
                SELECT i.id
                FROM invoice i
                LEFT JOIN LATERAL (
                    SELECT coalesce(sum(p.applied) FILTER (WHERE p.state = 'SUCCEEDED'), 0) AS applied,
                        coalesce(sum(p.amount) FILTER (WHERE p.state = 'PROCESSING'), 0) AS processing
                    FROM payment p
                    WHERE p.seller_id = i.seller_id AND p.invoice_id = i.id) p ON true
                WHERE i.paid > p.applied OR i.processing < p.processing
                """);
    }

    /// The journal holds what is owed and earned: all that is billed, less what changes of the contract took back.
    /// A void leaves neither.
    private static List<String> booked(SqlSession tx) {
        return Invariants.found(tx, "the journal does not know what is owed and earned on invoice %s", """
                SELECT i.id
                FROM invoice i
                LEFT JOIN LATERAL (
                    SELECT coalesce(sum(CASE WHEN t.debit = 'RECEIVABLE' THEN t.amount
                                             WHEN t.credit = 'RECEIVABLE' THEN -t.amount END), 0) AS owed,
                        coalesce(sum(CASE WHEN t.credit IN ('REVENUE', 'TAX') THEN t.amount ELSE 0 END
                            - CASE WHEN t.debit IN ('REVENUE', 'TAX') THEN t.amount ELSE 0 END), 0) AS earned
                    FROM journal_entry e
                    JOIN journal_transfer t ON t.seller_id = e.seller_id AND t.entry_id = e.id
                    WHERE e.seller_id = i.seller_id AND e.invoice_id = i.id) booked ON true
                LEFT JOIN LATERAL (
                    SELECT coalesce(sum(s.given), 0) AS credit
                    FROM invoice_settlement s
                    WHERE s.seller_id = i.seller_id AND s.invoice_id = i.id) given ON true
                WHERE (booked.owed, booked.earned) IS DISTINCT FROM (
                    CASE WHEN i.issued_at IS NULL OR i.voided_at IS NOT NULL THEN 0 ELSE i.remaining END,
                    CASE WHEN i.issued_at IS NULL OR i.voided_at IS NOT NULL THEN 0
                        ELSE i.grand_total + i.adjustment_credit - i.carried_forward - i.offset_total - given.credit END)
                """);
    }

    private static List<String> voids(SqlSession tx) {
        return Invariants.found(tx, "the void invoice %s holds money or changed", """
                SELECT i.id
                FROM invoice i
                WHERE i.voided_at IS NOT NULL
                    AND (i.paid > 0 OR i.processing > 0
                        OR EXISTS (SELECT FROM payment p
                                   WHERE p.seller_id = i.seller_id AND p.invoice_id = i.id AND p.state = 'PROCESSING')
                        OR EXISTS (SELECT FROM invoice_version v
                                   WHERE v.seller_id = i.seller_id AND v.invoice_id = i.id AND v.created_at > i.voided_at))
                """);
    }

    private static List<String> versions(SqlSession tx) {
        return Invariants.found(tx, "invoice %s is not what its version says", """
                SELECT i.id
                FROM invoice i
                LEFT JOIN invoice_version v ON v.seller_id = i.seller_id AND v.invoice_id = i.id AND v.version = i.version
                WHERE i.issued_at IS NOT NULL
                    AND (v.id IS NULL OR v.number <> i.number OR (v.snapshot ->> 'grand_total')::bigint <> i.grand_total
                        OR (v.snapshot ->> 'sub_total')::bigint <> i.sub_total
                        OR (v.snapshot ->> 'discount_total')::bigint <> i.discount_total
                        OR (v.snapshot ->> 'tax_total')::bigint <> i.tax_total
                        OR (SELECT count(*) FROM invoice_version n
                            WHERE n.seller_id = i.seller_id AND n.invoice_id = i.id) <> i.version)
                """);
    }

    private static List<String> numbers(SqlSession tx) {
        return Invariants.found(tx, "series %s of %s: %s taken, %s used, highest %s", """
                SELECT s.legal_entity_id, s.year, s.last, coalesce(n.count, 0) AS count, coalesce(n.max, 0) AS max
                FROM number_series s
                LEFT JOIN LATERAL (
                    SELECT count(DISTINCT v.number), max(substring(v.number FROM '([0-9]+)$')::bigint)
                    FROM invoice_version v
                    JOIN invoice i ON i.seller_id = v.seller_id AND i.id = v.invoice_id
                    WHERE v.seller_id = s.seller_id AND i.legal_entity_id = s.legal_entity_id AND v.version = 1
                        AND v.number ~ (s.year || '-[0-9]+$')) n ON true
                WHERE s.last <> coalesce(n.count, 0) OR s.last <> coalesce(n.max, 0)
                """);
    }

    private static List<String> numbersInOrder(SqlSession tx) {
        return Invariants.found(tx, "number %s was issued before the one before it", """
                SELECT number
                FROM (SELECT v.number, i.issued_at,
                        lag(i.issued_at) OVER (PARTITION BY i.seller_id, i.legal_entity_id, substring(v.number FROM '([0-9]{4})-[0-9]+$')
                            ORDER BY substring(v.number FROM '([0-9]+)$')::bigint) AS before
                      FROM invoice_version v
                      JOIN invoice i ON i.seller_id = v.seller_id AND i.id = v.invoice_id
                      WHERE v.version = 1) ordered
                WHERE issued_at < before
                """);
    }

    private static List<String> currencies(SqlSession tx) {
        return Invariants.found(tx, "invoice %s mixes currencies", """
                SELECT i.id
                FROM invoice i
                LEFT JOIN subscription s ON s.seller_id = i.seller_id AND s.id = i.subscription_id
                WHERE s.currency <> i.currency
                    OR EXISTS (SELECT FROM journal_entry e
                               WHERE e.seller_id = i.seller_id AND e.invoice_id = i.id AND e.currency <> i.currency)
                    OR EXISTS (SELECT FROM payment p
                               WHERE p.seller_id = i.seller_id AND p.invoice_id = i.id AND p.currency <> i.currency)
                    OR EXISTS (SELECT FROM credit_entry c
                               WHERE c.seller_id = i.seller_id AND c.invoice_id = i.id AND c.currency <> i.currency)
                """);
    }

    private static List<String> amounts(SqlSession tx) {
        return Invariants.found(tx, "invoice %s holds an amount out of range", """
                SELECT id
                FROM invoice -- of every seller_id
                WHERE greatest(abs(sub_total), abs(discount_total), abs(tax_total), grand_total, paid, credited)
                    > 9007199254740991
                """);
    }

    /// The column is filled by the function alone; what depends on the day may have moved on since. Rows come by the
    /// thousand: all invoices that there are would not fit into memory.
    private static List<String> status(SqlSession tx) {
        return tx.query("SELECT * FROM invoice WHERE seller_id IS NOT NULL")
                .setFetchSize(FETCH_ROWS)
                .map((row, _) -> {
                    var stored = InvoiceStatus.valueOf(Columns.text(row, "status"));
                    var facts = InvoiceStatus.Facts.stored(row);
                    var due = facts.dueOn();
                    boolean isPossible = Stream.of(due.minusDays(1), due, due.plusDays(1))
                            .anyMatch(day -> InvoiceStatus.of(facts, day) == stored);
                    return isPossible ? "" : "invoice %s says %s".formatted(Columns.uuid(row, "id"), stored);
                })
                .withStream(all -> all.filter(sentence -> !sentence.isEmpty())
                        .limit(Invariants.FOUND_COUNT_MAX)
                        .toList());
    }
}
