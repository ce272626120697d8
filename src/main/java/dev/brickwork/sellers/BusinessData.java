package dev.brickwork.sellers;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.SqlSession;

/// Tells whether a seller already has subscriptions, invoices or usage (port). Declared here for the test clock,
/// whose time may be set freely only before that.
@FunctionalInterface
public interface BusinessData {
    boolean exists(SqlSession tx, SellerId seller);
}
