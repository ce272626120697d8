package dev.brickwork.invoicing;

import dev.brickwork.pricing.calendar.Period;
import java.util.UUID;

/// The amount that an unissued invoice keeps of its share of a line when the period of the line is cut. Several
/// invoices may share a reduction (rule U-06), so the remainder is computed over all of them.
///
/// @param service the stretch before the cut
public record CutShare(UUID invoice, UUID line, Period service, long net) {}
