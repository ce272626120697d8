-- Whoever watches the service asks how many deliveries are parked, every few seconds; those are few among many.
CREATE INDEX webhook_parked ON webhook_delivery (seller_id, endpoint_id) WHERE state = 'PARKED' AND event_id IS NOT NULL;
