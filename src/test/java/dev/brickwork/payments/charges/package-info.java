@NullMarked
package dev.brickwork.payments.charges;

import org.jspecify.annotations.NullMarked;
