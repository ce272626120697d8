/// Owns usage entries with their versions, the running totals, thresholds and what was warned of.
///
/// Does not own what usage costs on an invoice: `invoices` asks this door for windows and sums, says up to when it
/// has billed, and settles what changes afterwards (port `Corrections`).
///
/// Behind the door, from the ground up: `entries` (rows and totals), `meters` (what they count towards), `ingest` (how
/// they come in and change).
///
/// Always true:
/// - an entry is written once and never changed; an edit is a new version, a deletion a tombstone;
/// - a transaction id is used once per seller, for ever;
/// - a running total is moved in the transaction that moves its entries, so it is their sum at every commit;
/// - nothing but the list of entries and the check of the invariants reads entries.
@NullMarked
package dev.brickwork.usage;

import org.jspecify.annotations.NullMarked;
