package dev.brickwork.payments.booking;

import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.SqlSession;
import java.util.List;

/// Invariants of payments and of customers' credit, as queries that find violations.
public final class PaymentInvariants {
    private PaymentInvariants() {}

    public static void register(Invariants invariants) {
        invariants.register("I5 an invoice's sums are those of its payments", PaymentInvariants::sumsAreRight);
        invariants.register("I5 refunds stay within their payment", PaymentInvariants::refundsStayWithin);
        invariants.register("I6 what is being charged stands on the invoice", PaymentInvariants::chargesAreHeld);
        invariants.register("I11 the credit ledger is its entries", PaymentInvariants::ledger);
        invariants.register("I11 the journal knows what customers have", PaymentInvariants::customerCredit);
        invariants.register("I16 money comes from the company that is billed", PaymentInvariants::payersAreRight);
        invariants.register("I16 a company has one default method", PaymentInvariants::defaultsAreSingle);
        invariants.register("F8 a charge and its payment agree", PaymentInvariants::chargesArePaid);
        invariants.register("F8 what a processor took is booked once", PaymentInvariants::bookedOnce);
    }

    /// Payments applied, less refunds, less what left later as credit, because the invoice became smaller. What came
    /// or came back while a charge was under way was not refused for it: the charge that succeeds becomes credit
    /// (rule I-04). A debit from a form may be for an earlier version, which cost more.
    private static List<String> sumsAreRight(SqlSession tx) {
        return Invariants.found(tx, "invoice %s has more on it than was paid", """
                SELECT i.id
                FROM invoice i
                LEFT JOIN LATERAL (
                    SELECT coalesce(sum(applied), 0) AS applied
                    FROM payment p
                    WHERE p.seller_id = i.seller_id AND p.invoice_id = i.id AND p.state = 'SUCCEEDED') paid ON true
                LEFT JOIN LATERAL (
                    SELECT coalesce(sum(from_invoice), 0) AS back
                    FROM refund r
                    WHERE r.seller_id = i.seller_id AND r.invoice_id = i.id AND r.state = 'SUCCEEDED') refunded ON true
                LEFT JOIN LATERAL (
                    SELECT coalesce(sum(p.applied), 0) AS applied
                    FROM charge c
                    JOIN payment p ON p.seller_id = c.seller_id AND p.invoice_id = c.invoice_id AND p.id <> c.id
                        AND p.state = 'SUCCEEDED' AND p.created_at >= c.intended_at
                    WHERE c.seller_id = i.seller_id AND c.invoice_id = i.id AND c.is_held) meanwhile ON true
                LEFT JOIN LATERAL (
                    SELECT coalesce(sum(r.from_invoice), 0) AS back
                    FROM charge c
                    JOIN refund r ON r.seller_id = c.seller_id AND r.invoice_id = c.invoice_id AND r.state = 'FAILED'
                        AND r.settled_at >= c.intended_at
                    WHERE c.seller_id = i.seller_id AND c.invoice_id = i.id AND c.is_held) returned ON true
                WHERE i.paid > paid.applied - refunded.back OR i.paid > i.grand_total
                    OR i.paid + i.processing > meanwhile.applied + returned.back
                        + CASE WHEN i.processing = 0 OR i.version = 1 THEN i.grand_total
                            ELSE (SELECT greatest(i.grand_total, max((v.snapshot ->> 'grand_total')::bigint))
                                  FROM invoice_version v
                                  WHERE v.seller_id = i.seller_id AND v.invoice_id = i.id AND v.version < i.version)
                          END
                """);
    }

    private static List<String> refundsStayWithin(SqlSession tx) {
        return Invariants.found(tx, "more of payment %s went back than was paid", """
                SELECT p.id
                FROM payment p
                JOIN refund r ON r.seller_id = p.seller_id AND r.payment_id = p.id AND r.state <> 'FAILED'
                GROUP BY p.seller_id, p.id, p.paid_amount
                HAVING sum(r.amount) FILTER (WHERE NOT r.is_foreign) > p.paid_amount
                """);
    }

    private static List<String> chargesAreHeld(SqlSession tx) {
        return Invariants.found(tx, "invoice %s is held for a charge that does not exist", """
                SELECT i.id
                FROM invoice i
                LEFT JOIN LATERAL (
                    SELECT coalesce(sum(amount), 0) AS amount
                    FROM charge c
                    WHERE c.seller_id = i.seller_id AND c.invoice_id = i.id AND c.is_held) held ON true
                WHERE i.processing <> held.amount
                """);
    }

    private static List<String> payersAreRight(SqlSession tx) {
        return Invariants.found(tx, "charge %s asks another company", """
                SELECT c.id
                FROM charge c
                JOIN invoice i ON i.seller_id = c.seller_id AND i.id = c.invoice_id
                JOIN payer p ON p.seller_id = c.seller_id AND p.company_id = i.billed_company_id
                    AND p.account_id = c.account_id
                WHERE c.company_id <> i.billed_company_id OR c.payer_id <> ALL (p.former_ids || p.processor_id)
                """);
    }

    private static List<String> defaultsAreSingle(SqlSession tx) {
        return Invariants.found(tx, "company %s has several defaults", """
                SELECT company_id
                FROM payment_method
                WHERE is_default
                GROUP BY seller_id, company_id
                HAVING count(*) > 1
                """);
    }

    private static List<String> chargesArePaid(SqlSession tx) {
        return Invariants.found(tx, "charge %s was taken and not booked", """
                SELECT c.id
                FROM charge c
                LEFT JOIN payment p ON p.seller_id = c.seller_id AND p.invoice_id = c.invoice_id
                    AND p.gateway_payment_id = c.processor_id AND p.state = 'SUCCEEDED'
                WHERE c.state = 'SUCCEEDED' AND p.id IS NULL
                """);
    }

    private static List<String> bookedOnce(SqlSession tx) {
        return Invariants.found(tx, "payment %s of %s is booked more than once", """
                SELECT gateway_payment_id, gateway
                FROM payment
                WHERE gateway_payment_id IS NOT NULL
                GROUP BY seller_id, gateway, gateway_payment_id
                HAVING count(*) > 1
                """);
    }

    private static List<String> ledger(SqlSession tx) {
        return Invariants.found(tx, "the balance of customer %s in %s is not the sum of its entries", """
                SELECT b.customer_id, b.currency
                FROM credit_balance b
                LEFT JOIN credit_entry e ON e.seller_id = b.seller_id AND e.customer_id = b.customer_id
                    AND e.currency = b.currency
                GROUP BY b.seller_id, b.customer_id, b.currency, b.balance
                HAVING b.balance <> coalesce(sum(e.amount), 0)
                """);
    }

    /// The journal's debt to all customers of a seller is in their credit ledgers, or on scheduled invoices.
    private static List<String> customerCredit(SqlSession tx) {
        return Invariants.found(tx, "seller %s: ledgers and journal differ by %s %s", """
                SELECT seller_id, sum(amount) AS difference, currency
                FROM (SELECT seller_id, currency, balance AS amount
                      FROM credit_balance
                      UNION ALL
                      SELECT seller_id, currency, adjustment_credit
                      FROM invoice
                      WHERE issued_at IS NULL AND voided_at IS NULL
                      UNION ALL
                      SELECT seller_id, currency, CASE WHEN debit = 'CUSTOMER_CREDIT' THEN amount ELSE -amount END
                      FROM journal_transfer
                      WHERE 'CUSTOMER_CREDIT' IN (debit, credit)) all_of_it
                GROUP BY seller_id, currency
                HAVING sum(amount) <> 0
                """);
    }
}
