/// Endpoints with their secrets, and what they want to hear of.
@NullMarked
package dev.brickwork.delivery.webhooks.endpoints;

import org.jspecify.annotations.NullMarked;
