-- Written and never read, and the names in it outlived the erasure of their customers.
DROP TABLE sandbox_customer;
