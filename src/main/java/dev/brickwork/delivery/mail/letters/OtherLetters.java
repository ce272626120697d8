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
        var say = new Wording(facts.locale());
        var paragraphs = new ArrayList<String>();
        paragraphs.add(say.say(Phrase.PAUSED, facts.plan(), facts.seller(), say.date(from)));
        until.ifPresent(day -> paragraphs.add(say.say(Phrase.RESUMES_ON, say.date(day))));
        return plain(
                say,
                facts.seller(),
                say.say(Phrase.PAUSED_SUBJECT, facts.plan()),
                say.say(Phrase.PAUSE_HEADING),
                paragraphs,
                List.of());
    }

    public static Letter resumed(SubscriptionFacts facts, LocalDate on) {
        var say = new Wording(facts.locale());
        return plain(
                say,
                facts.seller(),
                say.say(Phrase.RESUMED_SUBJECT, facts.plan()),
                say.say(Phrase.RESUME_HEADING),
                List.of(say.say(Phrase.RESUMED, facts.plan(), facts.seller(), say.date(on), say.date(facts.lastDay()))),
                List.of());
    }

    public static Letter terminated(SubscriptionFacts facts, LocalDate lastDay) {
        var say = new Wording(facts.locale());
        return plain(
                say,
                facts.seller(),
                say.say(Phrase.TERMINATED_SUBJECT, facts.plan(), say.date(lastDay)),
                say.say(Phrase.TERMINATED_HEADING),
                List.of(say.say(Phrase.TERMINATED, facts.plan(), facts.customer(), facts.seller(), say.date(lastDay))),
                List.of());
    }

    /// Brings the code by which a visitor proves that the mailbox is theirs before a page shows more.
    public static Letter pageCode(Locale locale, String seller, String what, String code, int minutes) {
        var say = new Wording(locale);
        return plain(
                say,
                seller,
                say.say(Phrase.CODE_SUBJECT, what),
                say.say(Phrase.CODE_HEADING),
                List.of(say.say(Phrase.ENTER_CODE, minutes), say.say(Phrase.CODE_UNASKED)),
                List.of(new Letter.Fact(say.say(Phrase.CODE), code, true)));
    }

    public static Letter endpointDisabled(String seller, String url, String reason) {
        var say = new Wording(Locale.ENGLISH);
        return plain(
                say,
                seller,
                say.say(Phrase.ENDPOINT_SUBJECT),
                say.say(Phrase.ENDPOINT_SUBJECT),
                List.of(say.say(Phrase.ENDPOINT_OFF)),
                List.of(
                        new Letter.Fact(say.say(Phrase.ADDRESS), url, false),
                        new Letter.Fact(say.say(Phrase.REASON), reason, false)));
    }

    public static Letter booksRefused(String seller, String reason) {
        var say = new Wording(Locale.ENGLISH);
        return plain(
                say,
                seller,
                say.say(Phrase.BOOKS_SUBJECT),
                say.say(Phrase.BOOKS_SUBJECT),
                List.of(say.say(Phrase.BOOKS_REFUSED)),
                List.of(new Letter.Fact(say.say(Phrase.REASON), reason, false)));
    }

    public static Letter processorRefused(String seller) {
        var say = new Wording(Locale.ENGLISH);
        return plain(
                say,
                seller,
                say.say(Phrase.PROCESSOR_SUBJECT),
                say.say(Phrase.PROCESSOR_SUBJECT),
                List.of(say.say(Phrase.PROCESSOR_REFUSED)),
                List.of());
    }

    /// The message of the event, which is in English like the letter.
    public static Letter problemFound(String seller, String message, String object) {
        var say = new Wording(Locale.ENGLISH);
        return plain(
                say,
                seller,
                say.say(Phrase.PROBLEM_SUBJECT),
                say.say(Phrase.PROBLEM_SUBJECT),
                List.of(message),
                List.of(new Letter.Fact(say.say(Phrase.PROBLEM_OBJECT), object, false)));
    }

    public static Letter keyLeaked(String seller, String name, String prefix, boolean isRevoked) {
        var say = new Wording(Locale.ENGLISH);
        return plain(
                say,
                seller,
                say.say(Phrase.KEY_SUBJECT),
                say.say(Phrase.KEY_SUBJECT),
                List.of(say.say(isRevoked ? Phrase.KEY_REVOKED : Phrase.KEY_MARKED)),
                List.of(
                        new Letter.Fact(say.say(Phrase.KEY_NAME), name, false),
                        new Letter.Fact(say.say(Phrase.KEY_BEGINS), prefix, false)));
    }

    private static Letter plain(
            Wording say,
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
                say.say(Phrase.SENT_BY, seller));
    }
}
