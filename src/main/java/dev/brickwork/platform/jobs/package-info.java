/// Work that comes due by itself: sweeps of the modules, and housekeeping.
///
/// A sweep is an operation of its module that takes the time as an argument. The scheduler runs the list for
/// sellers on real time; the test clock runs the very same list, step by step, for a seller whose time it moves.
@NullMarked
package dev.brickwork.platform.jobs;

import org.jspecify.annotations.NullMarked;
