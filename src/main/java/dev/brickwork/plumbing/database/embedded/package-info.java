/// The PostgreSQL that comes with the service: its binaries, its folder, its process.
///
/// Does not own the way to it; whoever wants a connection goes through `plumbing.database`, as with any other server.
///
/// Always true:
/// - one process at a time works on a data folder;
/// - a server that was left running is found again by its pid file, never started a second time;
/// - what the server needs for durable commits is switched on, unless a test says otherwise.
@NullMarked
package dev.brickwork.plumbing.database.embedded;

import org.jspecify.annotations.NullMarked;
