/// The front door: keys, limits, routes, bodies, errors, idempotency.
///
/// A request passes `Front` (request id, key, rate, scope), then the route's handler, which reads its body
/// through `Fields`, runs one operation and gives back an `Answer`. `Mutation` puts the transaction, the
/// remembered answer and the audit context around every handler that writes.
///
/// Always true:
/// - the key is checked before a byte of the body is read;
/// - a refusal changes nothing, and its body is the one shape of all errors.
@NullMarked
package dev.brickwork.plumbing.http;

import org.jspecify.annotations.NullMarked;
