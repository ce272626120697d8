/// The processors of a seller and the methods its customers left there.
///
/// Always true:
/// - of a card or an account only what may be shown is kept here; the rest stays with the processor;
/// - a method serves the company alone that left it.
@NullMarked
package dev.brickwork.payments.methods;

import org.jspecify.annotations.NullMarked;
