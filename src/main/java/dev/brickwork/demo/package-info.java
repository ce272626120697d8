/// Fills a test seller with a believable company: a year of contracts, invoices and payments.
///
/// It is a client like any other: everything goes through the API and the test clock, so the demo shows what the
/// service does, and breaks when the service does.
///
/// Always true:
/// - every write carries an idempotency key that says what it is, so a demo that was cut short goes on where it
/// stopped.
@NullMarked
package dev.brickwork.demo;

import org.jspecify.annotations.NullMarked;
