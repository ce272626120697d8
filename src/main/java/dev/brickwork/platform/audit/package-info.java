/// The chain over the audit: blocks of rows in the order of commit, each hashed over the one before it,
/// and heads of the chain, signed, in a place that the database cannot write; and the audit as the API shows it.
///
/// Does not own the rows: triggers write them, in the transaction that they tell of.
///
/// Always true:
/// - every row of an ended transaction is in exactly one block, some seconds later;
/// - a row that was changed, added or taken away after that, a block that was rewritten and a chain that was
///   cut short are each told by the check.
@NullMarked
package dev.brickwork.platform.audit;

import org.jspecify.annotations.NullMarked;
