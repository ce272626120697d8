/// The one way out to addresses that a stranger chose: webhook endpoints of sellers.
///
/// Owns the table of addresses that are not the public internet, the strict reading of URLs, and a small HTTP/1.1
/// client that dials exactly the address that was checked. Does not own retries, signatures or what an answer
/// means.
///
/// Always true:
/// - nothing is dialled that the [Guard] did not allow in the same attempt;
/// - nothing is sent over a connection that was kept unless the guard has allowed its address in the same attempt, and
///   it was made for the same URL;
/// - a redirect is an answer like any other, never a second call;
/// - whatever goes wrong, the seller reads one of the words of [Trouble].
@NullMarked
package dev.brickwork.platform.egress;

import org.jspecify.annotations.NullMarked;
