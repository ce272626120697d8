/// The service as a whole: reads its settings, builds the rooms, serves, stops.
@NullMarked
package dev.brickwork;

import org.jspecify.annotations.NullMarked;
