package dev.brickwork.delivery.mail.letters;

import dev.brickwork.payments.processor.ChargeResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes the mails about invoices.
public final class InvoiceLetters {
    private InvoiceLetters() {}

    public static Letter invoice(InvoiceFacts facts) {
        return issued(facts, "invoice_subject", "invoice_heading", "invoice_attached");
    }

    public static Letter reissue(InvoiceFacts facts) {
        return issued(facts, "reissue_subject", "reissue_heading", "reissued");
    }

    private static Letter issued(InvoiceFacts facts, String subject, String heading, String attached) {
        var say = new MailText(facts.locale());
        var letter = letter(
                facts,
                say,
                say.text(subject, "number", facts.number(), "seller", facts.seller()),
                say.text(heading, "number", facts.number()),
                List.of(
                        say.text(attached, "number", facts.number(), "company", facts.billedCompany()),
                        whatToDo(facts, say)));
        return facts.isCollected() ? letter.withoutButton() : letter;
    }

    /// Asks for payment, unless the invoice is charged automatically: the customer would pay twice.
    private static String whatToDo(InvoiceFacts facts, MailText say) {
        if (facts.remaining() == 0) return say.text("nothing_due");
        var open = say.money(facts.remaining(), facts.currency());
        return facts.isCollected()
                ? say.text("collected", "amount", open)
                : say.text("please_pay", "amount", open, "due", say.date(facts.dueOn()));
    }

    public static Letter voided(InvoiceFacts facts) {
        var say = new MailText(facts.locale());
        var rows = new ArrayList<>(head(facts, say));
        rows.add(total(facts, say));
        facts.voidReason().ifPresent(reason -> rows.add(new Letter.Fact(say.text("reason"), reason, false)));
        return new Letter(
                say.locale(),
                facts.seller(),
                say.text("void_subject", "number", facts.number(), "seller", facts.seller()),
                say.text("void_heading", "number", facts.number()),
                List.of(say.text("voided", "number", facts.number(), "company", facts.billedCompany())),
                rows,
                Optional.empty(),
                say.text("sent_by", "seller", facts.seller()));
    }

    /// Reminds of an invoice that is due soon, due today or overdue.
    ///
    /// @param days from the due date until now: negative before it, 0 on it, positive after it
    public static Letter reminder(InvoiceFacts facts, int days) {
        var say = new MailText(facts.locale());
        var open = say.money(facts.remaining(), facts.currency());
        var due = say.date(facts.dueOn());
        var number = facts.number();
        if (days < 0) {
            return reminding(
                    facts,
                    say,
                    say.text("soon_subject", "number", number, "due", due),
                    say.text("soon", "amount", open, "number", number, "due", due));
        }
        if (days == 0) {
            return reminding(
                    facts,
                    say,
                    say.text("today_subject", "number", number),
                    say.text("today", "amount", open, "number", number));
        }
        return reminding(
                facts,
                say,
                say.text("late_subject", "number", number, "due", due),
                say.text("late", "number", number, "due", due, "amount", open));
    }

    private static Letter reminding(InvoiceFacts facts, MailText say, String subject, String sentence) {
        return letter(facts, say, subject, say.text("reminder_heading"), List.of(sentence, say.text("crossed")));
    }

    public static Letter paymentFailed(InvoiceFacts facts, long amount, ChargeResult.Reason reason) {
        var say = new MailText(facts.locale());
        var paragraphs = new ArrayList<String>();
        paragraphs.add(say.text("failed", "amount", say.money(amount, facts.currency()), "number", facts.number()));
        reason(reason).ifPresent(why -> paragraphs.add(say.text("reason_is", "reason", say.text(why))));
        paragraphs.add(say.text("use_another"));
        return letter(
                facts,
                say,
                say.text("failed_subject", "number", facts.number()),
                say.text("failed_heading"),
                paragraphs);
    }

    /// Our own wording: the reasons of the processor are in English, and address the seller.
    private static Optional<String> reason(ChargeResult.Reason reason) {
        return switch (reason) {
            case FUNDS -> Optional.of("no_funds");
            case EXPIRED -> Optional.of("card_expired");
            case CARD_DETAILS -> Optional.of("card_details");
            case BANK_ACCOUNT -> Optional.of("bank_account");
            case CONFIRMATION -> Optional.of("confirmation");
            case ACCOUNT, AMOUNT, OTHER -> Optional.empty();
        };
    }

    /// Confirms that a payment was received.
    ///
    /// @param surplus what of the amount became the customer's credit (rule I-04)
    public static Letter receipt(InvoiceFacts facts, long amount, long surplus) {
        var say = new MailText(facts.locale());
        var paragraphs = new ArrayList<String>();
        paragraphs.add(say.text("received", "amount", say.money(amount, facts.currency()), "number", facts.number()));
        if (surplus > 0) paragraphs.add(say.text("surplus", "amount", say.money(surplus, facts.currency())));
        if (facts.remaining() > 0) {
            paragraphs.add(say.text("still_open", "amount", say.money(facts.remaining(), facts.currency())));
        } else if (!facts.isVoid()) {
            paragraphs.add(say.text("nothing_due"));
        }
        return letter(
                facts,
                say,
                say.text("receipt_subject", "number", facts.number()),
                say.text("receipt_heading"),
                paragraphs);
    }

    private static Letter letter(
            InvoiceFacts facts, MailText say, String subject, String heading, List<String> paragraphs) {
        var rows = new ArrayList<>(head(facts, say));
        rows.add(new Letter.Fact(say.text("due"), say.date(facts.dueOn()), false));
        rows.add(total(facts, say));
        long settled = facts.isVoid() ? 0 : facts.total() - facts.remaining();
        if (settled != 0) {
            rows.add(new Letter.Fact(say.text("settled"), say.money(settled, facts.currency()), false));
        }
        rows.add(new Letter.Fact(say.text("remaining"), say.money(facts.remaining(), facts.currency()), true));
        return new Letter(
                say.locale(),
                facts.seller(),
                subject,
                heading,
                paragraphs,
                rows,
                facts.paymentUrl()
                        .filter(_ -> facts.remaining() > 0)
                        .map(url -> new Letter.Button(say.text("pay_online"), url)),
                say.text("sent_by", "seller", facts.seller()));
    }

    private static List<Letter.Fact> head(InvoiceFacts facts, MailText say) {
        var rows = new ArrayList<Letter.Fact>();
        rows.add(new Letter.Fact(say.text("number"), facts.number(), false));
        rows.add(new Letter.Fact(say.text("issued"), say.date(facts.issuedOn()), false));
        facts.purchaseOrder().ifPresent(order -> rows.add(new Letter.Fact(say.text("purchase_order"), order, false)));
        return rows;
    }

    private static Letter.Fact total(InvoiceFacts facts, MailText say) {
        return new Letter.Fact(say.text("total"), say.money(facts.total(), facts.currency()), false);
    }
}
