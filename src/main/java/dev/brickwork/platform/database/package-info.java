/// Owns the way to PostgreSQL: the pools, the transaction with its bounded retry, the migrations, and the few words
/// that statements share. The server that comes with the service is in `embedded`.
///
/// Does not own any table, nor any statement of a module: modules get a `Tx` and write their own SQL.
///
/// Always true:
/// - a transaction is retried in one place only, at most three times;
/// - nothing waits for ever: every connection carries its deadlines;
/// - what was answered is on the disk: the service does not start on a server that may lose a commit.
@NullMarked
package dev.brickwork.platform.database;

import org.jspecify.annotations.NullMarked;
