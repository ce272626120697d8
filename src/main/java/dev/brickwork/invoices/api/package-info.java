/// The routes of invoices, and what they show that is stored nowhere: the next invoice, and what usage is expected
/// to come to.
@NullMarked
package dev.brickwork.invoices.api;

import org.jspecify.annotations.NullMarked;
