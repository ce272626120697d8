package dev.brickwork.ids;

import java.util.UUID;

/// Names the entity that issues an invoice.
public record LegalEntityId(UUID value) {}
