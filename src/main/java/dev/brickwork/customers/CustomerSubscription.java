package dev.brickwork.customers;

import java.time.LocalDate;
import java.util.UUID;

/// A subscription as a customer lists it.
///
/// @param status in the words of the API: PENDING, ACTIVE, PAUSED, INACTIVE
/// @param name the name of its plan
/// @param endsAt the last day of its term
record CustomerSubscription(UUID id, String status, String name, LocalDate startsAt, LocalDate endsAt) {}
