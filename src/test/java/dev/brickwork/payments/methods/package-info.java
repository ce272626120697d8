@NullMarked
package dev.brickwork.payments.methods;

import org.jspecify.annotations.NullMarked;
