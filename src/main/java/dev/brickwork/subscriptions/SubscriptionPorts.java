package dev.brickwork.subscriptions;

import java.util.Optional;

/// What this room needs of rooms to its right.
///
/// @param paper without it no order form is served
public record SubscriptionPorts(Bills bills, Charges charges, Works works, Optional<OrderPaper> paper) {}
