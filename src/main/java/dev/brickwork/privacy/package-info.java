/// Erasure of personal data across all modules that keep some of a customer.
///
/// Where to begin: [EraseCustomer]; [EraseAgain] repeats erasures on a restored database from the [ErasureList].
@NullMarked
package dev.brickwork.privacy;

import org.jspecify.annotations.NullMarked;
