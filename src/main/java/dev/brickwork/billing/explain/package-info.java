/// Explains an invoice: where each cent comes from, from its total down to the clause of the contract and the rule that
/// rounded it. Only reads.
@NullMarked
package dev.brickwork.billing.explain;

import org.jspecify.annotations.NullMarked;
