-- What is due is found seller by seller: by the time alone, what the standing clocks of test sellers hold back came first.
DROP INDEX subscription_due;
