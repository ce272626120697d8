/// Messages of processors: checked, kept, and worked off in a transaction of their own.
///
/// Always true: a message is only a hint. What it speaks of is read again from the processor before anything is
/// booked.
@NullMarked
package dev.brickwork.payments.callbacks;

import org.jspecify.annotations.NullMarked;
