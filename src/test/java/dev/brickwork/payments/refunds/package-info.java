@NullMarked
package dev.brickwork.payments.refunds;

import org.jspecify.annotations.NullMarked;
