@NullMarked
package dev.brickwork.plumbing.database;

import org.jspecify.annotations.NullMarked;
