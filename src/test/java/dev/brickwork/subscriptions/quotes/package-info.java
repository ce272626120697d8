@NullMarked
package dev.brickwork.subscriptions.quotes;

import org.jspecify.annotations.NullMarked;
