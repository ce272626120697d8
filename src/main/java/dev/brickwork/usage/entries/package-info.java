/// Entries with their versions, and the running totals that move with them.
///
/// Where to begin: [IngestStore] writes, [EntryView] and [Totals] read.
@NullMarked
package dev.brickwork.usage.entries;

import org.jspecify.annotations.NullMarked;
