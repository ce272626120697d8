@NullMarked
package dev.brickwork.payments.callbacks;

import org.jspecify.annotations.NullMarked;
