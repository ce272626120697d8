@NullMarked
package dev.brickwork.invoices.api;

import org.jspecify.annotations.NullMarked;
