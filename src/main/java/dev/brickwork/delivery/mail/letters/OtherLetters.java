package dev.brickwork.delivery.mail.letters;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Writes the mails about subscriptions, page codes, webhook endpoints, keys and problems.
public final class OtherLetters {
    private OtherLetters() {}

    public static Letter paused(SubscriptionFacts facts, LocalDate from, Optional<LocalDate> until) {
        var say = new MailText(facts.locale());
        var paragraphs = new ArrayList<String>();
        paragraphs.add(say.text("paused", "plan", facts.plan(), "seller", facts.seller(), "date", say.date(from)));
        until.ifPresent(day -> paragraphs.add(say.text("resumes_on", "date", say.date(day))));
        return plain(
                say,
                facts.seller(),
                say.text("paused_subject", "plan", facts.plan()),
                say.text("pause_heading"),
                paragraphs,
                List.of());
    }

    public static Letter resumed(SubscriptionFacts facts, LocalDate on) {
        var say = new MailText(facts.locale());
        return plain(
                say,
                facts.seller(),
                say.text("resumed_subject", "plan", facts.plan()),
                say.text("resume_heading"),
                List.of(say.text(
                        "resumed",
                        "plan",
                        facts.plan(),
                        "seller",
                        facts.seller(),
                        "date",
                        say.date(on),
                        "end",
                        say.date(facts.lastDay()))),
                List.of());
    }

    public static Letter terminated(SubscriptionFacts facts, LocalDate lastDay) {
        var say = new MailText(facts.locale());
        return plain(
                say,
                facts.seller(),
                say.text("terminated_subject", "plan", facts.plan(), "end", say.date(lastDay)),
                say.text("terminated_heading"),
                List.of(say.text(
                        "terminated",
                        "plan",
                        facts.plan(),
                        "customer",
                        facts.customer(),
                        "seller",
                        facts.seller(),
                        "end",
                        say.date(lastDay))),
                List.of());
    }

    /// Brings the code by which a visitor proves that the mailbox is theirs before a page shows more.
    public static Letter pageCode(Locale locale, String seller, String what, String code, int minutes) {
        var say = new MailText(locale);
        return plain(
                say,
                seller,
                say.text("code_subject", "what", what),
                say.text("code_heading"),
                List.of(say.text("enter_code", "minutes", minutes), say.text("code_unasked")),
                List.of(new Letter.Fact(say.text("code"), code, true)));
    }

    public static Letter endpointDisabled(String seller, String url, String reason) {
        var say = new MailText(Locale.ENGLISH);
        return plain(
                say,
                seller,
                say.text("endpoint_subject"),
                say.text("endpoint_subject"),
                List.of(say.text("endpoint_off")),
                List.of(
                        new Letter.Fact(say.text("address"), url, false),
                        new Letter.Fact(say.text("reason"), reason, false)));
    }

    public static Letter booksRefused(String seller, String reason) {
        var say = new MailText(Locale.ENGLISH);
        return plain(
                say,
                seller,
                say.text("books_subject"),
                say.text("books_subject"),
                List.of(say.text("books_refused")),
                List.of(new Letter.Fact(say.text("reason"), reason, false)));
    }

    public static Letter processorRefused(String seller) {
        var say = new MailText(Locale.ENGLISH);
        return plain(
                say,
                seller,
                say.text("processor_subject"),
                say.text("processor_subject"),
                List.of(say.text("processor_refused")),
                List.of());
    }

    /// The message of the event, which is in English like the letter.
    public static Letter problemFound(String seller, String message, String object) {
        var say = new MailText(Locale.ENGLISH);
        return plain(
                say,
                seller,
                say.text("problem_subject"),
                say.text("problem_subject"),
                List.of(message),
                List.of(new Letter.Fact(say.text("problem_object"), object, false)));
    }

    public static Letter keyLeaked(String seller, String name, String prefix, boolean isRevoked) {
        var say = new MailText(Locale.ENGLISH);
        return plain(
                say,
                seller,
                say.text("key_subject"),
                say.text("key_subject"),
                List.of(say.text(isRevoked ? "key_revoked" : "key_marked")),
                List.of(
                        new Letter.Fact(say.text("key_name"), name, false),
                        new Letter.Fact(say.text("key_begins"), prefix, false)));
    }

    private static Letter plain(
            MailText say,
            String seller,
            String subject,
            String heading,
            List<String> paragraphs,
            List<Letter.Fact> facts) {
        return new Letter(
                say.locale(),
                seller,
                subject,
                heading,
                paragraphs,
                facts,
                Optional.empty(),
                say.text("sent_by", "seller", seller));
    }
}
