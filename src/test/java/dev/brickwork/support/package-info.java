/// Test fixtures that all modules share: the database, seeded random cases, the service as a whole.
@NullMarked
package dev.brickwork.support;

import org.jspecify.annotations.NullMarked;
