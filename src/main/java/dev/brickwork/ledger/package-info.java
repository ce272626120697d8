/// Owns the journal: double entry under every movement of money.
///
/// Does not own what moved the money; it knows invoices, payments and customers by their ids only.
///
/// Always true:
/// - a transfer debits one account and credits another with one amount, so every entry balances by its form;
/// - nothing in the journal ever changes: what was wrong is booked back.
@NullMarked
package dev.brickwork.ledger;

import org.jspecify.annotations.NullMarked;
