/// The steps before and after the handler of a request: the socket, its deadlines, the key, the limits, the route,
/// and around every write the transaction with its remembered answer.
///
/// Where to begin: [Server] hands a request to [RequestPipeline]; [IdempotentTransaction] surrounds what writes.
/// [OwnApi] lets this process call its own API.
///
/// Always true:
/// - the key is checked before a byte of the body is read;
/// - effect, event, audit and remembered answer of a request commit together or not at all.
@NullMarked
package dev.brickwork.platform.http.front;

import org.jspecify.annotations.NullMarked;
