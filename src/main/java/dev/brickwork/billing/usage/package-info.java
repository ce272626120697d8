/// Takes usage entries in, changes and deletes them, watches thresholds, and shows what is metered.
///
/// Where to begin: [RecordUsage]; [GroupCommitWriter] lets requests that wait together share a commit; [Meters] are the
/// facts that entries are judged by.
@NullMarked
package dev.brickwork.billing.usage;

import org.jspecify.annotations.NullMarked;
