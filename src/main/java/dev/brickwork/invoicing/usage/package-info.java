/// Billed usage by window: one row for each difference that was settled.
///
/// Where to begin: [Billed] is the history of a window, [UsageBillStore] writes it.
@NullMarked
package dev.brickwork.invoicing.usage;

import org.jspecify.annotations.NullMarked;
