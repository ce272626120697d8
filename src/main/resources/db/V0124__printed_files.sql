-- A PDF of ours is compressed inside. To try it again on the way into the table takes four times as long as to store it,
-- and saves nothing.
ALTER TABLE invoice_pdf ALTER COLUMN pdf SET STORAGE EXTERNAL;
ALTER TABLE order_form ALTER COLUMN pdf SET STORAGE EXTERNAL;
