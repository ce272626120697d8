package dev.brickwork.delivery.mail.letters;

import dev.brickwork.platform.i18n.LocaleFormat;
import dev.brickwork.platform.i18n.MessageBundle;
import dev.brickwork.platform.i18n.Messages;
import dev.brickwork.pricing.money.Currency;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Locale;

/// The texts of one mail in its reader's language, with amounts and dates as the reader's country writes them.
final class MailText {
    private static final MessageBundle MESSAGES = new MessageBundle("mail");

    private final Messages messages;
    private final LocaleFormat format;

    MailText(Locale wanted) {
        this.messages = MESSAGES.in(wanted);
        this.format = new LocaleFormat(MessageBundle.spoken(wanted));
    }

    Locale locale() {
        return format.locale();
    }

    /// A text with its places filled.
    ///
    /// @param namesAndValues as [Messages#text] takes them
    String text(String key, Object... namesAndValues) {
        return messages.text(key, namesAndValues);
    }

    String money(long minorUnits, Currency currency) {
        return format.money(BigDecimal.valueOf(minorUnits, currency.exponent()), currency);
    }

    String number(BigDecimal number) {
        return format.number(number);
    }

    /// @param hundredths 80 for 80 %
    String percent(BigDecimal hundredths) {
        return format.percent(hundredths);
    }

    String date(LocalDate day) {
        return format.longDate(day);
    }
}
