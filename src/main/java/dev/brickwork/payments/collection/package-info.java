/// Collection of what is owed: which invoices are charged automatically, when the next attempt is due, and when it
/// is given up.
///
/// Where to begin: [Dunning] decides, [DunningState] carries it out, [AutomaticCharges] is what `invoices` asks.
@NullMarked
package dev.brickwork.payments.collection;

import org.jspecify.annotations.NullMarked;
