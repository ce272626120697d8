@NullMarked
package dev.brickwork.pages.visit;

import org.jspecify.annotations.NullMarked;
