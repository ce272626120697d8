package dev.brickwork.web.portal.views;

import dev.brickwork.web.portal.access.Visit;
import java.util.Optional;

/// A sentence above a page: what has just happened.
///
/// @param tone a class of the stylesheet: `good`, `warn`, `bad` or nothing
public record Banner(String tone, String title, String text) {
    /// Why a form of any page came to nothing.
    public static Optional<Banner> ofRefusal(Visit visit, PageText say) {
        if (visit.says("again")) return Optional.of(new Banner("", "", say.text("sent_twice")));
        if (visit.says("often")) return Optional.of(new Banner("warn", "", say.text("too_often")));
        if (visit.says("amount")) return Optional.of(new Banner("warn", "", say.text("not_this_amount")));
        if (visit.says("later")) return Optional.of(new Banner("bad", "", say.text("try_later")));
        return Optional.empty();
    }
}
