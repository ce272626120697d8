@NullMarked
package dev.brickwork.invoices.schedule;

import org.jspecify.annotations.NullMarked;
