/// Rows of the catalogue, and how they are written and read.
@NullMarked
package dev.brickwork.catalog.stored;

import org.jspecify.annotations.NullMarked;
