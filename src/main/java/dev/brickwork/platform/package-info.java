/// The foundation of every module: HTTP, the database, the outbox, jobs, outgoing calls, and the few types that all
/// of them share ([dev.brickwork.platform.Caller], [dev.brickwork.platform.Refusal],
/// [dev.brickwork.platform.SellerId]). Contains no business logic.
@NullMarked
package dev.brickwork.platform;

import org.jspecify.annotations.NullMarked;
