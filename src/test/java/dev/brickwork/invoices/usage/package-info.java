@NullMarked
package dev.brickwork.invoices.usage;

import org.jspecify.annotations.NullMarked;
