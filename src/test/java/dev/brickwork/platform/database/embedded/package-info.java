@NullMarked
package dev.brickwork.platform.database.embedded;

import org.jspecify.annotations.NullMarked;
