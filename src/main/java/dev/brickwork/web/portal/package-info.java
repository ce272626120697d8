/// Owns the pages that a seller's customers see without a key: paying, checkout, signing, the billing portal, and
/// the form of the built-in sandbox; with the links to them, the forms that were sent and the codes that were
/// mailed.
///
/// Does not own what the pages show or change: invoices, orders, payment methods and money are asked for and
/// moved through the facades of their modules.
///
/// Where a request goes: [PortalRouter] guards it and finds the page by the first word of its path; the page
/// ([PayPage], [CheckoutPage], [SignPage], [PortalPage], [SandboxPage]) reads, acts, and fills its `…Look` (in
/// `look`), which the template of the same name shows. A request is a `Visit` (in `visit`). [OrderVisits] is what
/// checkout and signing share; [PageResource] hands the links out.
///
/// Always true:
/// - a link is 256 random bits and no id; an unknown, a mistyped and a rotated one get the same answer;
/// - a GET changes nothing; a POST comes from the page itself and counts once;
/// - no page holds a script, and none can be framed, cached or indexed.
@NullMarked
package dev.brickwork.web.portal;

import org.jspecify.annotations.NullMarked;
