-- What of each payment still stands on an invoice. What went back is not there any more, and what became credit since
-- (rules I-08, I-04) is of the oldest, so that the newest say when it was paid (rule I-06).
CREATE FUNCTION standing_payments(seller uuid, invoice uuid)
    RETURNS TABLE (payment_id uuid, paid_at timestamptz, amount bigint)
    LANGUAGE sql STABLE
AS $$
    SELECT p.id, p.paid_at, least(p.kept, greatest(0, i.paid - p.newer))::bigint
    FROM (SELECT k.*, sum(k.kept) OVER (ORDER BY k.paid_at DESC, k.id DESC) - k.kept AS newer
          FROM (SELECT p.id, p.paid_at, p.applied - (SELECT coalesce(sum(r.from_invoice), 0)
                        FROM refund r
                        WHERE r.seller_id = p.seller_id AND r.payment_id = p.id AND r.state = 'SUCCEEDED') AS kept
                FROM payment p
                WHERE p.seller_id = standing_payments.seller AND p.invoice_id = standing_payments.invoice
                    AND p.state = 'SUCCEEDED') k) p
    JOIN invoice i ON i.seller_id = standing_payments.seller AND i.id = standing_payments.invoice
$$;
