-- Messages are let go of by age, and the addresses of an erased customer at once (REL 2.10).
CREATE INDEX mail_by_age ON mail (queued_at) WHERE state <> 'WAITING';

-- The addresses that bills are mailed to name people; like those of persons they never enter the audit (ADR 11).
CREATE OR REPLACE FUNCTION audited(whole jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT whole - ARRAY['secret_hash', 'secret', 'credentials', 'previous_secret', 'token', 'pdf', 'search_text',
        'accounts_payable_emails']
$$;
