@NullMarked
package dev.brickwork.invoices.changes;

import org.jspecify.annotations.NullMarked;
