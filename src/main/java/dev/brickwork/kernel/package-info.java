/// The floor of the house: money, calendar and pricing as pure functions, and the few types that every room speaks.
///
/// Knows the JDK and JSpecify and nothing else: no SQL, no JSON, no clock, no logging.
@NullMarked
package dev.brickwork.kernel;

import org.jspecify.annotations.NullMarked;
