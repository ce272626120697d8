-- Has the planner count the rows of a table. Only its owner may, and the service may work under another role, so it
-- runs as the owner; nothing that a caller could have made is found on its path.
CREATE FUNCTION count_rows(counted regclass) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
$$
BEGIN
    EXECUTE format('ANALYZE (SKIP_LOCKED) %s', counted);
END
$$;
