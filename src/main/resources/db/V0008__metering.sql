-- Usage as it was metered, corrected and added up. What of it was billed belongs to invoicing.

-- Entries as they came, for ever. An edit or a deletion is a row of usage_revision; nothing here changes, so that what
-- was once counted can always be counted again. Hash partitions carry the one constraint that matters: a
-- transaction id is used once per seller, for ever (rule G-09); partitions by time could not. No foreign keys: ingest
-- reads the subscription with its seller before it writes, and a check per row would cost more than the row.
-- The "C" collation compares bytes, which is what ids are and what keeps the index cheap.
CREATE TABLE usage_entry (
    seller_id       uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    brick_id        uuid        NOT NULL,
    time            timestamptz NOT NULL, -- of the use; decides the window
    recorded_at     timestamptz NOT NULL, -- of its arrival, on the seller's clock
    value           numeric     NOT NULL,
    transaction_id  text        COLLATE "C", -- NULL: it counts, but cannot be listed or changed
    properties      text,                 -- JSON as it came, without its spaces
    CONSTRAINT a_transaction_id_is_used_once UNIQUE (seller_id, transaction_id),
    CONSTRAINT value_is_below_a_hundred_trillion CHECK (value > -100000000000000 AND value < 100000000000000)
) PARTITION BY HASH (seller_id, transaction_id);
COMMENT ON TABLE usage_entry IS
    'Owner: metering. Distribution: by transaction. Usage entries as they came.';
CREATE TABLE usage_entry_0 PARTITION OF usage_entry FOR VALUES WITH (MODULUS 8, REMAINDER 0);
CREATE TABLE usage_entry_1 PARTITION OF usage_entry FOR VALUES WITH (MODULUS 8, REMAINDER 1);
CREATE TABLE usage_entry_2 PARTITION OF usage_entry FOR VALUES WITH (MODULUS 8, REMAINDER 2);
CREATE TABLE usage_entry_3 PARTITION OF usage_entry FOR VALUES WITH (MODULUS 8, REMAINDER 3);
CREATE TABLE usage_entry_4 PARTITION OF usage_entry FOR VALUES WITH (MODULUS 8, REMAINDER 4);
CREATE TABLE usage_entry_5 PARTITION OF usage_entry FOR VALUES WITH (MODULUS 8, REMAINDER 5);
CREATE TABLE usage_entry_6 PARTITION OF usage_entry FOR VALUES WITH (MODULUS 8, REMAINDER 6);
CREATE TABLE usage_entry_7 PARTITION OF usage_entry FOR VALUES WITH (MODULUS 8, REMAINDER 7);
-- The list of a brick, newest first.
CREATE INDEX usage_entry_by_time ON usage_entry (seller_id, subscription_id, brick_id, time)
    WHERE transaction_id IS NOT NULL;
CREATE TRIGGER entries_are_append_only BEFORE UPDATE OR DELETE ON usage_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- From the second version of an entry onwards: an edit with the values that hold from then on, or a tombstone with the
-- values that no longer count. The newest version decides.
CREATE TABLE usage_revision (
    seller_id       uuid        NOT NULL,
    transaction_id  text        COLLATE "C" NOT NULL,
    version         integer     NOT NULL,
    state           text        NOT NULL,
    subscription_id uuid        NOT NULL,
    brick_id        uuid        NOT NULL,
    time            timestamptz NOT NULL,
    value           numeric     NOT NULL,
    properties      text,
    actor           text        NOT NULL,
    recorded_at     timestamptz NOT NULL,
    PRIMARY KEY (seller_id, transaction_id, version),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT the_brick_exists FOREIGN KEY (seller_id, brick_id) REFERENCES brick (seller_id, id),
    CONSTRAINT a_revision_follows_the_first_version CHECK (version > 1),
    CONSTRAINT state_is_known CHECK (state IN ('EDITED', 'DELETED')),
    CONSTRAINT value_is_below_a_hundred_trillion CHECK (value > -100000000000000 AND value < 100000000000000)
);
COMMENT ON TABLE usage_revision IS
    'Owner: metering. Distribution: by transaction. Edits and deletions of usage entries.';
CREATE INDEX usage_revision_by_time ON usage_revision (seller_id, subscription_id, brick_id, time)
    WHERE state = 'EDITED';
CREATE TRIGGER revisions_are_append_only BEFORE UPDATE OR DELETE ON usage_revision
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Changed in the transaction that writes the entries. An hour is one of the subscription's zone, so that no hour lies
-- on both sides of a local midnight. Summaries, series, estimates and invoices read this and never the entries.
CREATE TABLE usage_total (
    seller_id       uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    brick_id        uuid        NOT NULL,
    hour            timestamptz NOT NULL, -- its first moment
    value           numeric     NOT NULL,
    entries         bigint      NOT NULL, -- live ones
    listed          bigint      NOT NULL, -- those of them with a transaction id
    PRIMARY KEY (seller_id, subscription_id, brick_id, hour),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT the_brick_exists FOREIGN KEY (seller_id, brick_id) REFERENCES brick (seller_id, id),
    CONSTRAINT entries_are_not_negative CHECK (entries >= 0),
    CONSTRAINT listed_is_not_negative CHECK (listed >= 0)
) WITH (fillfactor = 70); -- Free space for the next value of the same hour beside the last.
COMMENT ON TABLE usage_total IS
    'Owner: metering. Distribution: by subscription. The sum of the live entries of each hour.';

-- Usage before this moment that arrives or changes from now on is a correction (rule G-06).
CREATE TABLE usage_meter (
    seller_id       uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    brick_id        uuid        NOT NULL,
    billed_until    timestamptz NOT NULL,
    PRIMARY KEY (seller_id, subscription_id, brick_id),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT the_brick_exists FOREIGN KEY (seller_id, brick_id) REFERENCES brick (seller_id, id)
);
COMMENT ON TABLE usage_meter IS
    'Owner: metering. Distribution: by subscription. Up to when the usage of a brick has been billed.';

-- To be rated again. A row goes when the difference is settled.
CREATE TABLE usage_late (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    brick_id        uuid        NOT NULL,
    hour            timestamptz NOT NULL,
    created_at      timestamptz NOT NULL, -- the seller's clock
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id)
);
COMMENT ON TABLE usage_late IS
    'Owner: metering. Distribution: by subscription. Hours that were billed and then changed.';
CREATE INDEX usage_late_by_subscription ON usage_late (seller_id, subscription_id);
CREATE INDEX usage_late_by_time ON usage_late (created_at, seller_id);

CREATE TABLE usage_threshold (
    seller_id           uuid      NOT NULL,
    subscription_id     uuid      NOT NULL,
    brick_id            uuid      NOT NULL,
    precommitment       numeric[] NOT NULL, -- percent of the commitment
    units               numeric[] NOT NULL,
    money               bigint[]  NOT NULL, -- overage in minor units
    notification_emails text[]    NOT NULL,
    PRIMARY KEY (seller_id, subscription_id, brick_id),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT the_brick_exists FOREIGN KEY (seller_id, brick_id) REFERENCES brick (seller_id, id)
);
COMMENT ON TABLE usage_threshold IS
    'Owner: metering. Distribution: by subscription. When to warn about the usage of a brick.';
SELECT audit_table('usage_threshold', 'brick_id');

-- Once per window and threshold.
CREATE TABLE usage_alert (
    seller_id       uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    brick_id        uuid        NOT NULL,
    window_start    date        NOT NULL, -- calendar date
    kind            text        NOT NULL,
    threshold       numeric     NOT NULL,
    told_at         timestamptz NOT NULL,
    PRIMARY KEY (seller_id, subscription_id, brick_id, window_start, kind, threshold),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT kind_is_known CHECK (kind IN ('precommitment', 'units', 'money'))
);
COMMENT ON TABLE usage_alert IS
    'Owner: metering. Distribution: by subscription. Usage warnings that were sent.';
CREATE TRIGGER alerts_are_append_only BEFORE UPDATE OR DELETE ON usage_alert
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
