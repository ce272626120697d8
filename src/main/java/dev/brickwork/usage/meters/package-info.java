/// Usage meters: the windows of a brick, their allowance, and the thresholds that warn of them.
///
/// Where to begin: [Meters].
@NullMarked
package dev.brickwork.usage.meters;

import org.jspecify.annotations.NullMarked;
