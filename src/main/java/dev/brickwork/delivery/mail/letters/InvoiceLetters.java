package dev.brickwork.delivery.mail.letters;

import dev.brickwork.payments.processor.ChargeResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes the mails about invoices.
public final class InvoiceLetters {
    private InvoiceLetters() {}

    public static Letter invoice(InvoiceFacts facts) {
        return issued(facts, Phrase.INVOICE_SUBJECT, Phrase.INVOICE_HEADING, Phrase.INVOICE_ATTACHED);
    }

    public static Letter reissue(InvoiceFacts facts) {
        return issued(facts, Phrase.REISSUE_SUBJECT, Phrase.REISSUE_HEADING, Phrase.REISSUED);
    }

    private static Letter issued(InvoiceFacts facts, Phrase subject, Phrase heading, Phrase attached) {
        var say = new Wording(facts.locale());
        var letter = letter(
                facts,
                say,
                say.say(subject, facts.number(), facts.seller()),
                say.say(heading, facts.number()),
                List.of(say.say(attached, facts.number(), facts.billedCompany()), whatToDo(facts, say)));
        return facts.isCollected() ? letter.withoutButton() : letter;
    }

    /// Asks for payment, unless the invoice is charged automatically: the customer would pay twice.
    private static String whatToDo(InvoiceFacts facts, Wording say) {
        if (facts.remaining() == 0) return say.say(Phrase.NOTHING_DUE);
        var open = say.money(facts.remaining(), facts.currency());
        return facts.isCollected()
                ? say.say(Phrase.COLLECTED, open)
                : say.say(Phrase.PLEASE_PAY, open, say.date(facts.dueOn()));
    }

    public static Letter voided(InvoiceFacts facts) {
        var say = new Wording(facts.locale());
        var rows = new ArrayList<>(head(facts, say));
        rows.add(total(facts, say));
        facts.voidReason().ifPresent(reason -> rows.add(new Letter.Fact(say.say(Phrase.REASON), reason, false)));
        return new Letter(
                say.locale(),
                facts.seller(),
                say.say(Phrase.VOID_SUBJECT, facts.number(), facts.seller()),
                say.say(Phrase.VOID_HEADING, facts.number()),
                List.of(say.say(Phrase.VOIDED, facts.number(), facts.billedCompany())),
                rows,
                Optional.empty(),
                say.say(Phrase.SENT_BY, facts.seller()));
    }

    /// Reminds of an invoice that is due soon, due today or overdue.
    ///
    /// @param days from the due date until now: negative before it, 0 on it, positive after it
    public static Letter reminder(InvoiceFacts facts, int days) {
        var say = new Wording(facts.locale());
        var open = say.money(facts.remaining(), facts.currency());
        var due = say.date(facts.dueOn());
        var number = facts.number();
        if (days < 0) {
            return reminding(
                    facts, say, say.say(Phrase.SOON_SUBJECT, number, due), say.say(Phrase.SOON, open, number, due));
        }
        if (days == 0) {
            return reminding(facts, say, say.say(Phrase.TODAY_SUBJECT, number), say.say(Phrase.TODAY, open, number));
        }
        return reminding(
                facts, say, say.say(Phrase.LATE_SUBJECT, number, due), say.say(Phrase.LATE, number, due, open));
    }

    private static Letter reminding(InvoiceFacts facts, Wording say, String subject, String sentence) {
        return letter(
                facts, say, subject, say.say(Phrase.REMINDER_HEADING), List.of(sentence, say.say(Phrase.CROSSED)));
    }

    public static Letter paymentFailed(InvoiceFacts facts, long amount, ChargeResult.Reason reason) {
        var say = new Wording(facts.locale());
        var paragraphs = new ArrayList<String>();
        paragraphs.add(say.say(Phrase.FAILED, say.money(amount, facts.currency()), facts.number()));
        reason(reason).ifPresent(why -> paragraphs.add(say.say(Phrase.REASON_IS, say.say(why))));
        paragraphs.add(say.say(Phrase.USE_ANOTHER));
        return letter(
                facts, say, say.say(Phrase.FAILED_SUBJECT, facts.number()), say.say(Phrase.FAILED_HEADING), paragraphs);
    }

    /// Our own wording: the reasons of the processor are in English, and address the seller.
    private static Optional<Phrase> reason(ChargeResult.Reason reason) {
        return switch (reason) {
            case FUNDS -> Optional.of(Phrase.NO_FUNDS);
            case EXPIRED -> Optional.of(Phrase.CARD_EXPIRED);
            case CARD_DETAILS -> Optional.of(Phrase.CARD_DETAILS);
            case BANK_ACCOUNT -> Optional.of(Phrase.BANK_ACCOUNT);
            case CONFIRMATION -> Optional.of(Phrase.CONFIRMATION);
            case ACCOUNT, AMOUNT, OTHER -> Optional.empty();
        };
    }

    /// Confirms that a payment was received.
    ///
    /// @param surplus what of the amount became the customer's credit (rule I-04)
    public static Letter receipt(InvoiceFacts facts, long amount, long surplus) {
        var say = new Wording(facts.locale());
        var paragraphs = new ArrayList<String>();
        paragraphs.add(say.say(Phrase.RECEIVED, say.money(amount, facts.currency()), facts.number()));
        if (surplus > 0) paragraphs.add(say.say(Phrase.SURPLUS, say.money(surplus, facts.currency())));
        if (facts.remaining() > 0) {
            paragraphs.add(say.say(Phrase.STILL_OPEN, say.money(facts.remaining(), facts.currency())));
        } else if (!facts.isVoid()) {
            paragraphs.add(say.say(Phrase.NOTHING_DUE));
        }
        return letter(
                facts,
                say,
                say.say(Phrase.RECEIPT_SUBJECT, facts.number()),
                say.say(Phrase.RECEIPT_HEADING),
                paragraphs);
    }

    private static Letter letter(
            InvoiceFacts facts, Wording say, String subject, String heading, List<String> paragraphs) {
        var rows = new ArrayList<>(head(facts, say));
        rows.add(new Letter.Fact(say.say(Phrase.DUE), say.date(facts.dueOn()), false));
        rows.add(total(facts, say));
        long settled = facts.isVoid() ? 0 : facts.total() - facts.remaining();
        if (settled != 0) {
            rows.add(new Letter.Fact(say.say(Phrase.SETTLED), say.money(settled, facts.currency()), false));
        }
        rows.add(new Letter.Fact(say.say(Phrase.REMAINING), say.money(facts.remaining(), facts.currency()), true));
        return new Letter(
                say.locale(),
                facts.seller(),
                subject,
                heading,
                paragraphs,
                rows,
                facts.paymentUrl()
                        .filter(_ -> facts.remaining() > 0)
                        .map(url -> new Letter.Button(say.say(Phrase.PAY_ONLINE), url)),
                say.say(Phrase.SENT_BY, facts.seller()));
    }

    private static List<Letter.Fact> head(InvoiceFacts facts, Wording say) {
        var rows = new ArrayList<Letter.Fact>();
        rows.add(new Letter.Fact(say.say(Phrase.NUMBER), facts.number(), false));
        rows.add(new Letter.Fact(say.say(Phrase.ISSUED), say.date(facts.issuedOn()), false));
        facts.purchaseOrder()
                .ifPresent(order -> rows.add(new Letter.Fact(say.say(Phrase.PURCHASE_ORDER), order, false)));
        return rows;
    }

    private static Letter.Fact total(InvoiceFacts facts, Wording say) {
        return new Letter.Fact(say.say(Phrase.TOTAL), say.money(facts.total(), facts.currency()), false);
    }
}
