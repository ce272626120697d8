package dev.brickwork.payments.processor;

import dev.brickwork.platform.i18n.MessageBundle;
import java.util.Locale;

/// The texts of payments in the payer's language: the outcomes that the sandbox's form offers, and the word that a form
/// is titled with.
public final class PaymentText {
    private static final MessageBundle MESSAGES = new MessageBundle("payments");

    private PaymentText() {}

    public static String invoice(Locale payer) {
        return MESSAGES.in(payer).text("invoice");
    }

    public static String name(SandboxScript script, Locale payer) {
        return MESSAGES.in(payer).text(key(script) + "_name");
    }

    /// Tells what happens when the payer chooses the script.
    public static String deed(SandboxScript script, Locale payer) {
        return MESSAGES.in(payer).text(key(script) + "_deed");
    }

    private static String key(SandboxScript script) {
        return script.name().toLowerCase(Locale.ROOT);
    }
}
