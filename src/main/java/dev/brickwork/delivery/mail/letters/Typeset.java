package dev.brickwork.delivery.mail.letters;

import dev.brickwork.templates.mail.JteletterGenerated;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;

/// A letter in the two forms that every message has.
public final class Typeset {
    private Typeset() {}

    public static String html(Letter letter, boolean hasLogo) {
        var text = new StringOutput();
        JteletterGenerated.render(new OwaspHtmlTemplateOutput(text), null, letter, hasLogo);
        return text.toString();
    }

    public static String plain(Letter letter) {
        var colon = new MailText(letter.locale()).text("colon");
        var text = new StringBuilder(letter.heading()).append("\n\n");
        for (var paragraph : letter.paragraphs()) text.append(paragraph).append("\n\n");
        int width = letter.facts().stream()
                .mapToInt(fact -> fact.label().length())
                .max()
                .orElse(0);
        for (var fact : letter.facts()) {
            text.append(fact.label())
                    .append(colon)
                    .repeat(' ', width - fact.label().length() + 1)
                    .append(fact.value())
                    .append("\n");
        }
        if (!letter.facts().isEmpty()) text.append("\n");
        letter.button()
                .ifPresent(button -> text.append(button.label())
                        .append(colon)
                        .append("\n")
                        .append(button.url())
                        .append("\n\n"));
        return text.append("-- \n").append(letter.closing()).append("\n").toString();
    }
}
