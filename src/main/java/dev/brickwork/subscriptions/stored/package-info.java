/// Rows of subscriptions, orders and pauses, and the terms that are put together from them ([Agreements]).
@NullMarked
package dev.brickwork.subscriptions.stored;

import org.jspecify.annotations.NullMarked;
