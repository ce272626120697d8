/// Says where each cent of an invoice comes from: from its total down to the clause of the contract and the rule
/// that rounded it. Reads alone.
@NullMarked
package dev.brickwork.invoices.explain;

import org.jspecify.annotations.NullMarked;
