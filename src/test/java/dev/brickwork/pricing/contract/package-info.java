@NullMarked
package dev.brickwork.pricing.contract;

import org.jspecify.annotations.NullMarked;
