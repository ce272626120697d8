/// All rows of a database in one file, and back: with nothing but SQL, so that no program of PostgreSQL is needed, and
/// a file belongs to no version of it.
@NullMarked
package dev.brickwork.platform.database.backup;

import org.jspecify.annotations.NullMarked;
