/// The service as a whole: reads its settings, builds the modules, serves, stops. No other module knows this one.
@NullMarked
package dev.brickwork.app;

import org.jspecify.annotations.NullMarked;
