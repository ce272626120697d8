/// Owns the messages that the service sends and what became of them.
///
/// Does not own the facts they tell (a message is written from what other modules committed), nor the PDF that goes
/// along (an invoice version stores it).
///
/// Where to begin: [SendInvoiceMail] and [TellCustomer] listen to what happens, [Remind] looks for what is unpaid.
/// Packages, lowest first: `letters` (what a message says), `outgoing` (how it leaves).
///
/// Always true:
/// - a message is stored in a transaction, once per cause, and sent outside of any;
/// - no mail server, slow or dead, holds up anything but the mail;
/// - what may have been sent is sent at most once more, under the same Message-ID.
@NullMarked
package dev.brickwork.delivery.mail;

import org.jspecify.annotations.NullMarked;
