@NullMarked
package dev.brickwork.kernel.pricing.contract;

import org.jspecify.annotations.NullMarked;
