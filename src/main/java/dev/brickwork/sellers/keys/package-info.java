/// API keys: who may call, and what for. Rate limits stand in the platform, counted per key.
///
/// Always true:
/// - a key is shown once, when it is made; only the hash of its secret is kept;
/// - no key makes one with wider bounds than its own: scopes, addresses, expiry;
/// - a revoked key stops working within five seconds on every node.
@NullMarked
package dev.brickwork.sellers.keys;

import org.jspecify.annotations.NullMarked;
