-- What is due is found seller by seller: by the time alone, what the standing clocks of test sellers hold back came first.
DROP INDEX charge_to_look_at;
DROP INDEX page_to_look_at;
DROP INDEX collection_due;
DROP INDEX refund_to_look_at;
DROP INDEX sandbox_message_due;
