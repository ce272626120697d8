/// The PostgreSQL that comes with the service: its binaries, its folder, its process.
///
/// Does not own connections: callers open them through `platform.database`, as with any other server.
///
/// Always true:
/// - one process at a time works on a data folder;
/// - a server that an earlier process left is ended before another one works on its folder;
/// - what the server needs for durable commits is switched on, unless a test says otherwise.
@NullMarked
package dev.brickwork.platform.database.embedded;

import org.jspecify.annotations.NullMarked;
