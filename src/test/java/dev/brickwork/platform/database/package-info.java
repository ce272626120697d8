@NullMarked
package dev.brickwork.platform.database;

import org.jspecify.annotations.NullMarked;
