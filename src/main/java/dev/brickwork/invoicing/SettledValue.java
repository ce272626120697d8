package dev.brickwork.invoicing;

import dev.brickwork.pricing.Settlement;
import java.util.Optional;

/// One settlement; a reduction names the delta line and the stretch that it settles.
///
/// @param given of its credit, what the customer gets: a recast may say another amount (rule R-06)
/// @param borne of what an invoice gave too much, what the credit of the recast is less by
public record SettledValue(Settlement settlement, Optional<BilledCharge> reduction, long given, long borne) {}
