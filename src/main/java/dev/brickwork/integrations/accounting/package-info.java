/// Owns the links to outside books (QuickBooks Online, Xero): credentials, mapping, what was pushed and what
/// became of it.
///
/// Does not own what is pushed: invoices, payments and credits belong to their modules, and this one listens. Does
/// not own our own journal.
///
/// How QuickBooks and Xero are spoken to is in `books`.
///
/// Always true:
/// - a document that may already be over there is looked up before it is sent again;
/// - a credit note over there is set off for no more than it is worth;
/// - tokens are secrets, and a renewed one is stored before it is used.
@NullMarked
package dev.brickwork.integrations.accounting;

import org.jspecify.annotations.NullMarked;
