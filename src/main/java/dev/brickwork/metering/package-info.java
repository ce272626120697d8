/// Book of record of usage: entries with their versions, the running totals, windows and thresholds.
///
/// Does not own what usage costs: `billing.rating` prices windows, and `billing.usage` takes entries in.
///
/// Where to begin: [IngestStore] writes entries, [EntryView] and [Totals] read them, [MeterBook] is what billing reads.
///
/// Always true:
/// - an entry is written once and never changed; an edit is a new version, a deletion a tombstone;
/// - a transaction id is used once per seller, for ever;
/// - a running total is moved in the transaction that moves its entries, so it is their sum at every commit;
/// - only the list of entries and the check of the invariants read entries.
@NullMarked
package dev.brickwork.metering;

import org.jspecify.annotations.NullMarked;
