package dev.brickwork.web.portal;

import dev.brickwork.platform.http.Answer;
import dev.brickwork.sellers.Seller;
import dev.brickwork.templates.pages.JtenoticeGenerated;
import dev.brickwork.web.portal.access.Html;
import dev.brickwork.web.portal.views.Frame;
import dev.brickwork.web.portal.views.NoticeViewModel;
import dev.brickwork.web.portal.views.Phrase;
import dev.brickwork.web.portal.views.Speech;

/// Pages that say one thing. Those for strangers name no seller and speak English, so that they give nothing away.
final class Notices {
    private Notices() {}

    static Answer page(int status, NoticeViewModel look) {
        return Html.page(status, out -> JtenoticeGenerated.render(out, null, look));
    }

    /// Unknown, mistyped and rotated links are one and the same.
    static Answer unknown(int status) {
        return stranger(status, "", "lost", Phrase.UNKNOWN_TITLE, Phrase.UNKNOWN_MORE);
    }

    static Answer busy() {
        return stranger(429, "warn", "wait", Phrase.BUSY_TITLE, Phrase.BUSY_MORE);
    }

    static Answer failed(int status) {
        return stranger(status, "bad", "wait", Phrase.FAILED_TITLE, Phrase.FAILED_MORE);
    }

    static Answer refused() {
        return stranger(403, "bad", "bad", Phrase.REFUSED_TITLE, Phrase.REFUSED_MORE);
    }

    private static Answer stranger(int status, String tone, String icon, Phrase title, Phrase more) {
        var say = Speech.english();
        return page(status, NoticeViewModel.of(Frame.withoutSeller(say, say.say(title)), tone, icon, say.say(more)));
    }

    static Answer expired(Speech say, Seller seller) {
        var frame = Frame.of(say, seller, say.say(Phrase.EXPIRED_TITLE));
        return page(410, NoticeViewModel.of(frame, "warn", "wait", say.say(Phrase.EXPIRED_MORE, seller.name())));
    }

    static Answer dropped(Speech say, Seller seller) {
        var frame = Frame.of(say, seller, say.say(Phrase.DROPPED_TITLE));
        return page(200, NoticeViewModel.of(frame, "", "bad", say.say(Phrase.DROPPED_MORE, seller.name())));
    }
}
