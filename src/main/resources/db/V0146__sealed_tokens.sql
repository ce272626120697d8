-- The tokens of payment pages and order forms are stored encrypted: a reader of the database opens no link. Their key
-- lies here, sealed. The service encrypts what is there when it starts, since SQL has no key; these indexes find what is
-- left, and are empty afterwards.
CREATE TABLE link_key (
    is_only boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (is_only),
    sealed  bytea   NOT NULL
);
CREATE INDEX invoice_with_bare_token ON invoice (seller_id, id) WHERE payment_token NOT LIKE '~%';
CREATE INDEX order_with_bare_token ON orders (seller_id, id) WHERE form_token NOT LIKE '~%';

-- Nor do they reach the audit.
CREATE OR REPLACE FUNCTION audited(whole jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN whole ? 'request' THEN whole #- '{request,accounts_payable_emails}' ELSE whole END
        - ARRAY['secret_hash', 'secret', 'credentials', 'previous_secret', 'token', 'pdf', 'search_text',
            'accounts_payable_emails', 'notification_emails', 'signed_by', 'payment_token', 'form_token']
$$;
