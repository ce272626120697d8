/// Writes the texts of mails in the customer's language, from facts alone, without a database.
///
/// Where to begin: [InvoiceLetters]. The sentences stand in `messages/mail_*.properties`, one file per language.
@NullMarked
package dev.brickwork.delivery.mail.letters;

import org.jspecify.annotations.NullMarked;
