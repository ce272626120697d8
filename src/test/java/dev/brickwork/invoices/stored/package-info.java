@NullMarked
package dev.brickwork.invoices.stored;

import org.jspecify.annotations.NullMarked;
