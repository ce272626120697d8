@NullMarked
package dev.brickwork.kernel.pricing.terms;

import org.jspecify.annotations.NullMarked;
