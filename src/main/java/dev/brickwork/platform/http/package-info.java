/// HTTP as modules see it: routes, requests with their fields, answers, pages, errors.
///
/// A request passes `front` (request id, key, rate, scope), then the route's handler, which reads its body through
/// [Fields], runs one operation and gives back an [Answer].
///
/// Always true:
/// - every faulty field of a body is named in one refusal;
/// - a refusal changes nothing, and its body is the one shape of all errors.
@NullMarked
package dev.brickwork.platform.http;

import org.jspecify.annotations.NullMarked;
