/// The pursuit of what is owed: which invoices are collected, when the next try is due, and when it is given up.
///
/// Where to begin: [Dunning] decides, [DunningState] carries it out, [AutomaticCharges] is what `invoices` asks.
@NullMarked
package dev.brickwork.payments.collection;

import org.jspecify.annotations.NullMarked;
