@NullMarked
package dev.brickwork.platform.http.front;

import org.jspecify.annotations.NullMarked;
