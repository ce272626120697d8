/// Owns API keys: who may call, and what for.
///
/// Does not own sellers. Rate limits stand in plumbing, counted per key.
///
/// Always true:
/// - a key is shown once, when it is made; only the hash of its secret is kept;
/// - nobody makes a key that may do more than his own;
/// - a revoked key stops working within five seconds on every node.
@NullMarked
package dev.brickwork.keys;

import org.jspecify.annotations.NullMarked;
