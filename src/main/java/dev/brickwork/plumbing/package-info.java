/// What every room stands on and none of them owns: HTTP, the database, the outbox, jobs, the way out. Knows
/// no room.
@NullMarked
package dev.brickwork.plumbing;

import org.jspecify.annotations.NullMarked;
