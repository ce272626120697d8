/// JSON by hand: a strict reader with limits, and a writer without reflection.
@NullMarked
package dev.brickwork.platform.json;

import org.jspecify.annotations.NullMarked;
