/// The order as its buyer sees it, and the buyer's consent.
///
/// Always true: an order is agreed to in the version that the buyer saw.
@NullMarked
package dev.brickwork.subscriptions.forms;

import org.jspecify.annotations.NullMarked;
