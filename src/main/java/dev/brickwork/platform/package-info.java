/// What every module stands on: HTTP, the database, the outbox, jobs, outgoing calls, and the few types that all of
/// them
/// speak ([dev.brickwork.platform.Caller], [dev.brickwork.platform.Refusal], [dev.brickwork.platform.SellerId]). Knows
/// no
/// business.
@NullMarked
package dev.brickwork.platform;

import org.jspecify.annotations.NullMarked;
