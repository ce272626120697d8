-- What a notice or a warning is about, so that those of a customer whose personal data are erased forget where they
-- went. Older ones do not know it; they are let go of by age.
ALTER TABLE mail
    ADD COLUMN subscription_id uuid,
    ADD FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id);
CREATE INDEX mail_by_subscription ON mail (seller_id, subscription_id) WHERE subscription_id IS NOT NULL;

-- Nor do the addresses that warnings of usage go to reach the audit: they name people as those of bills do (ADR 11).
CREATE OR REPLACE FUNCTION audited(whole jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN whole ? 'request' THEN whole #- '{request,accounts_payable_emails}' ELSE whole END
        - ARRAY['secret_hash', 'secret', 'credentials', 'previous_secret', 'token', 'pdf', 'search_text',
            'accounts_payable_emails', 'notification_emails', 'signed_by']
$$;
