@NullMarked
package dev.brickwork.plumbing.http.front;

import org.jspecify.annotations.NullMarked;
