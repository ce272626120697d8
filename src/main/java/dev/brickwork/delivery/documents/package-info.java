/// Owns the files that the service makes: invoice and order form as PDF, and the structured invoice (Factur-X, CII,
/// UBL).
///
/// Does not own the facts on them: a document record ([InvoicePaper], [OrderFormPaper]) is handed in whole, and
/// printing it is a pure function from that record to bytes. Nor does it keep them: an invoice version stores its
/// PDF.
///
/// How a page becomes a PDF is in `press`.
///
/// Always true:
/// - a paper whose figures do not add up cannot be built, so it cannot be printed;
/// - every text on a paper is escaped; nothing on it can load a file or an address;
/// - a seller's own HTML is cleaned and rendered in a child process without network, and our own page with the
///   totals follows it.
@NullMarked
package dev.brickwork.delivery.documents;

import org.jspecify.annotations.NullMarked;
