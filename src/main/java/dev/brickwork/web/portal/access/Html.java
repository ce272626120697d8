package dev.brickwork.web.portal.access;

import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.pages.HtmlAnswer;
import gg.jte.html.HtmlTemplateOutput;
import java.util.function.Consumer;

/// Answers of these pages: their forms lead to ourselves or on to the processor's hosted form.
public final class Html {
    private static final String POLICY = HtmlAnswer.policy("'self' https://checkout.stripe.com");

    private Html() {}

    public static Answer page(int status, Consumer<HtmlTemplateOutput> template) {
        return ours(HtmlAnswer.page(status, template));
    }

    public static Answer seeOther(String location) {
        return ours(HtmlAnswer.seeOther(location));
    }

    public static Answer file(String type, String name, byte[] bytes) {
        return ours(HtmlAnswer.file(type, name, bytes));
    }

    private static Answer ours(Answer answer) {
        return answer.with("Content-Security-Policy", POLICY);
    }
}
