@NullMarked
package dev.brickwork.payments.collection;

import org.jspecify.annotations.NullMarked;
