/// Book of record of invoices: what is scheduled, what was issued, and what of usage was billed.
///
/// Does not own the use cases: they stand in `billing`; nor payments, which move an invoice's paid and processing
/// sums through [dev.brickwork.invoicing.issued.InvoiceBalance].
///
/// The packages: `scheduled` (invoices that wait, and what they will bill), `issued` (versions, lines, balance,
/// history), `usage` (what was billed of each window of usage).
///
/// Always true:
/// - each stretch of each line of an order is billed once;
/// - a voided invoice holds no money, neither paid nor processing;
/// - an issued version never changes: regenerating adds a version;
/// - the status is a function of the other facts and of the moment (rule I-02).
@NullMarked
package dev.brickwork.invoicing;

import org.jspecify.annotations.NullMarked;
