@NullMarked
package dev.brickwork.plumbing.database.embedded;

import org.jspecify.annotations.NullMarked;
