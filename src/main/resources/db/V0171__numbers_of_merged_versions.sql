-- An order names the version of its plan by number, so a version that was merged for it has a number of its own, and is
-- read under it. Those that are there get the next ones of their plan, in the order in which they were made. A process of
-- the release before may still merge one without a number.
ALTER TABLE plan_version DROP CONSTRAINT only_a_merged_version_has_no_number;
ALTER TABLE plan_version ADD CONSTRAINT a_published_version_has_a_number CHECK (is_merged OR number IS NOT NULL);

ALTER TABLE plan_version DISABLE TRIGGER plan_version_is_append_only;
UPDATE plan_version merged
SET number = coalesce(plan.latest_number, 0) + numbered.place
FROM (
    SELECT seller_id, id, row_number() OVER (PARTITION BY seller_id, plan_id ORDER BY published_at, id) AS place
    FROM plan_version
    WHERE is_merged) numbered,
    plan
WHERE numbered.seller_id = merged.seller_id AND numbered.id = merged.id
    AND plan.seller_id = merged.seller_id AND plan.id = merged.plan_id;
ALTER TABLE plan_version ENABLE TRIGGER plan_version_is_append_only;

UPDATE orders
SET plan_version = merged.number
FROM plan_version merged
WHERE merged.seller_id = orders.seller_id AND merged.id = orders.plan_version_id AND merged.is_merged;
