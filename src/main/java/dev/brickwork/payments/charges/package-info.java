/// Takes money: from a method ([ChargeSavedMethod]), at a form of the processor's ([PayAtForm]), by itself when it is
/// due
/// ([AutoCharge]), and writes down what came of it ([SettleCharge]).
///
/// Always true:
/// - the intent is committed before the processor is called;
/// - one payment id takes money at most once: it is the processor's idempotency key;
/// - what nobody heard of is asked after until its end is known ([ReconcileWithProcessor]).
@NullMarked
package dev.brickwork.payments.charges;

import org.jspecify.annotations.NullMarked;
