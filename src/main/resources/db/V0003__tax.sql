-- Where a seller must collect tax, and the rates it adds to the built-in table.

-- A removed registration stays, with the day from which it no longer counts, so that an invoice of an earlier day is
-- priced again with the tax it had (rule X-06).
CREATE TABLE tax_registration (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    country         text        NOT NULL,
    region          text,
    tax_id          text,
    legal_entity_id uuid,
    valid_from      date,
    valid_to        date,
    ended_on        date,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT the_legal_entity_exists FOREIGN KEY (seller_id, legal_entity_id) REFERENCES legal_entity (seller_id, id),
    CONSTRAINT country_has_two_letters CHECK (country ~ '^[A-Z]{2}$'),
    CONSTRAINT a_registration_has_days CHECK (valid_to >= valid_from),
    -- Two registrations at one place on one day would be a slip.
    CONSTRAINT one_registration_per_place_and_day EXCLUDE USING gist (
        seller_id WITH =,
        country WITH =,
        coalesce(region, '') WITH =,
        coalesce(legal_entity_id, '00000000-0000-0000-0000-000000000000'::uuid) WITH =,
        daterange(valid_from, valid_to, '[]') WITH &&
    ) WHERE (ended_on IS NULL)
);
COMMENT ON TABLE tax_registration IS
    'Owner: tax. Distribution: by seller. Countries and regions in which a seller or legal entity collects tax.';
SELECT audit_table('tax_registration', 'id');

-- Never changed and never removed: of two for the same place, category, name and day the one that begins later counts,
-- and of those that begin on the same day the one made later. So a new line corrects an old one and the past stays.
CREATE TABLE tax_rate (
    seller_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    country    text        NOT NULL,
    region     text,
    category   text        NOT NULL,
    percent    numeric     NOT NULL,
    name       text        NOT NULL,
    valid_from date,
    valid_to   date,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT country_has_two_letters CHECK (country ~ '^[A-Z]{2}$'),
    CONSTRAINT percent_is_0_to_100 CHECK (percent BETWEEN 0 AND 100),
    CONSTRAINT a_rate_has_days CHECK (valid_to >= valid_from)
);
COMMENT ON TABLE tax_rate IS
    'Owner: tax. Distribution: by seller. Rates of a seller''s own, beside the built-in table.';
CREATE TRIGGER tax_rate_is_append_only BEFORE UPDATE OR DELETE ON tax_rate
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
SELECT audit_table('tax_rate', 'id');
