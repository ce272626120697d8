-- PostgreSQL takes CET and its like for offsets without a summer, before it looks for a zone of that name; the calendar
-- of the service takes them for the zones that they have been other names of since 2024.
CREATE FUNCTION zone_named(name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE name
    WHEN 'CET' THEN 'Europe/Brussels'
    WHEN 'MET' THEN 'Europe/Brussels'
    WHEN 'EET' THEN 'Europe/Athens'
    WHEN 'WET' THEN 'Europe/Lisbon'
    ELSE name
END;
