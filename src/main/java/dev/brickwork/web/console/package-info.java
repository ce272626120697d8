/// Owns nothing: it shows a seller's people what the API tells their key, at `/` and under `/console`.
///
/// It knows no other module. Every page asks the API of this process
/// ([dev.brickwork.platform.http.front.OwnApi]), as any client does; so keys, scopes, rates, tenants and figures
/// are those of the API, and there is no second read model.
///
/// Where a request goes: [ConsoleRouter] finds out who asks and which [Section] shows it; the section asks
/// through its [ConsoleRequest] and fills a [ConsolePage] of [PageBlock]s, which one template draws.
///
/// Always true:
/// - the key is in a cookie that no script and no other site can use, and never in an address or a log;
/// - a GET changes nothing; a POST comes from a page of ours;
/// - no page holds a script, and none can be framed, cached or indexed.
@NullMarked
package dev.brickwork.web.console;

import org.jspecify.annotations.NullMarked;
