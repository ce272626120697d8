/// Routes and wire shapes of the catalogue.
@NullMarked
package dev.brickwork.catalog.api;

import org.jspecify.annotations.NullMarked;
