@NullMarked
package dev.brickwork.pricing.terms;

import org.jspecify.annotations.NullMarked;
