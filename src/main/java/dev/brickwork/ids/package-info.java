/// Identifiers of what several modules refer to. Each is a record over a UUID, so that ids of two kinds cannot be
/// swapped.
@NullMarked
package dev.brickwork.ids;

import org.jspecify.annotations.NullMarked;
