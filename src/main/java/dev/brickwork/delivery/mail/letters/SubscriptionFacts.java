package dev.brickwork.delivery.mail.letters;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

/// The facts about a subscription that its mails tell.
///
/// @param lastDay of the term, pauses included
public record SubscriptionFacts(
        String plan,
        String seller,
        String sender,
        String customer,
        Locale locale,
        List<String> recipients,
        LocalDate lastDay) {}
