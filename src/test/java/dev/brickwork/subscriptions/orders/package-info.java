@NullMarked
package dev.brickwork.subscriptions.orders;

import org.jspecify.annotations.NullMarked;
