/// Owns customers (the companies that buy, pay or resell) and the people one talks to there.
///
/// Does not own what they bought (`subscriptions`), how they pay (`payments`) nor what their invoices say: an
/// issued invoice keeps its own copy of name and address.
///
/// Always true:
/// - within a seller no two customers have the same name or the same external id;
/// - a customer or a person is never deleted, only erased, and then holds no personal data;
/// - an erased customer stays erased in a restored database: a list outside of it names them;
/// - the audit knows who changed which personal field and when, never its value.
@NullMarked
package dev.brickwork.customers;

import org.jspecify.annotations.NullMarked;
