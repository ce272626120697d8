/// Keeps the messages that are to leave and carries them: by SMTP, or as files into a folder.
///
/// Where to begin: [Postman] takes what is due from [MailStore] and hands it to a [MailRoute]; [PurgeMail] lets
/// old ones go.
@NullMarked
package dev.brickwork.delivery.mail.outgoing;

import org.jspecify.annotations.NullMarked;
