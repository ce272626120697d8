/// Takes money: from a saved method ([ChargeSavedMethod]), at a form of the processor's ([PayAtForm]),
/// automatically when it is due ([AutoCharge]), and writes down the result ([SettleCharge]).
///
/// Always true:
/// - the intent is committed before the processor is called;
/// - one payment id takes money at most once: it is the processor's idempotency key;
/// - a charge of unknown outcome is looked up until its end is known ([ReconcileWithProcessor]).
@NullMarked
package dev.brickwork.payments.charges;

import org.jspecify.annotations.NullMarked;
