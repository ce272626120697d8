/// Routes and wire shapes of the catalogue.
@NullMarked
package dev.brickwork.catalogue.api;

import org.jspecify.annotations.NullMarked;
