package dev.brickwork.web.portal.views;

import dev.brickwork.web.portal.access.Visit;
import java.util.Optional;

/// A sentence above a page: what has just happened.
///
/// @param tone a class of the stylesheet: `good`, `warn`, `bad` or nothing
public record Banner(String tone, String title, String text) {
    /// Why a form of any page came to nothing.
    public static Optional<Banner> ofRefusal(Visit visit, Speech say) {
        if (visit.says("again")) return Optional.of(new Banner("", "", say.say(Phrase.SENT_TWICE)));
        if (visit.says("often")) return Optional.of(new Banner("warn", "", say.say(Phrase.TOO_OFTEN)));
        if (visit.says("amount")) return Optional.of(new Banner("warn", "", say.say(Phrase.NOT_THIS_AMOUNT)));
        if (visit.says("later")) return Optional.of(new Banner("bad", "", say.say(Phrase.TRY_LATER)));
        return Optional.empty();
    }
}
