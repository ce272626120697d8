/// Book of record of money: the journal, double entry under every movement, and the customers' credit.
///
/// Does not own what moved the money; it knows invoices, payments and customers by their ids only.
///
/// Always true:
/// - a transfer debits one account and credits another with one amount, so every entry balances by its form;
/// - nothing in the journal or the credit ledger ever changes: what was wrong is booked back;
/// - a balance of credit is never below zero.
@NullMarked
package dev.brickwork.ledger;

import org.jspecify.annotations.NullMarked;
