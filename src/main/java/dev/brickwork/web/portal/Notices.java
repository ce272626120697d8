package dev.brickwork.web.portal;

import dev.brickwork.platform.http.Answer;
import dev.brickwork.sellers.Seller;
import dev.brickwork.templates.pages.JtenoticeGenerated;
import dev.brickwork.web.portal.access.Html;
import dev.brickwork.web.portal.views.Frame;
import dev.brickwork.web.portal.views.NoticeViewModel;
import dev.brickwork.web.portal.views.PageText;

/// Pages that say one thing. Those for strangers name no seller and speak English, so that they give nothing away.
final class Notices {
    private Notices() {}

    static Answer page(int status, NoticeViewModel look) {
        return Html.page(status, out -> JtenoticeGenerated.render(out, null, look));
    }

    /// Unknown, mistyped and rotated links are one and the same.
    static Answer unknown(int status) {
        return stranger(status, "", "lost", "unknown_title", "unknown_more");
    }

    static Answer busy() {
        return stranger(429, "warn", "wait", "busy_title", "busy_more");
    }

    static Answer failed(int status) {
        return stranger(status, "bad", "wait", "failed_title", "failed_more");
    }

    static Answer refused() {
        return stranger(403, "bad", "bad", "refused_title", "refused_more");
    }

    private static Answer stranger(int status, String tone, String icon, String title, String more) {
        var say = PageText.english();
        return page(status, NoticeViewModel.of(Frame.withoutSeller(say, say.text(title)), tone, icon, say.text(more)));
    }

    static Answer expired(PageText say, Seller seller) {
        var frame = Frame.of(say, seller, say.text("expired_title"));
        return page(410, NoticeViewModel.of(frame, "warn", "wait", say.text("expired_more", "seller", seller.name())));
    }

    static Answer dropped(PageText say, Seller seller) {
        var frame = Frame.of(say, seller, say.text("dropped_title"));
        return page(200, NoticeViewModel.of(frame, "", "bad", say.text("dropped_more", "seller", seller.name())));
    }
}
