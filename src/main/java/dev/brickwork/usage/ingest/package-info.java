/// Takes entries in, and changes and deletes them.
///
/// Where to begin: [RecordUsage]; [GroupCommitWriter] lets requests that wait together share a commit.
@NullMarked
package dev.brickwork.usage.ingest;

import org.jspecify.annotations.NullMarked;
