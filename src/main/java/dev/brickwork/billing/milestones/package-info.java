/// Milestones as orders agree them and as they are completed and billed.
///
/// Always true:
/// - each completion is on exactly one invoice, for ever;
/// - the completions of all units bill the whole price, to the cent.
@NullMarked
package dev.brickwork.billing.milestones;

import org.jspecify.annotations.NullMarked;
