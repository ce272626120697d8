/// Gives money back through the processor that took it, and takes up what was given back there.
///
/// Always true: never more goes back than was paid.
@NullMarked
package dev.brickwork.payments.refunds;

import org.jspecify.annotations.NullMarked;
