package dev.brickwork.delivery.mail.letters;

import dev.brickwork.pricing.money.Currency;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// The facts about an invoice that its mails tell, read when the mail is written.
///
/// @param number of the version that goes along
/// @param recipients the accounts-payable addresses, else the contact, else a person at the billed company
/// @param remaining what is still to be paid: nothing of a void one, whatever it keeps (rule I-07)
/// @param isMailed false where its maker did not want it sent
/// @param isCollected whether a charge is planned or under way, so that the customer need not pay
/// @param paymentUrl absent when it cannot be paid online
public record InvoiceFacts(
        UUID id,
        String number,
        int version,
        String seller,
        String sender,
        String billedCompany,
        Locale locale,
        List<String> recipients,
        Currency currency,
        LocalDate issuedOn,
        LocalDate dueOn,
        long total,
        long remaining,
        boolean isVoid,
        Optional<String> voidReason,
        Optional<String> purchaseOrder,
        boolean isMailed,
        boolean isCollected,
        Optional<String> paymentUrl) {}
