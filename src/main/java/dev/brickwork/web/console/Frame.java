package dev.brickwork.web.console;

import java.util.List;

/// The layout around every console page: seller, test banner and side bar.
///
/// @param clock the time of the test clock; empty for a live seller
/// @param csrfToken the hidden field of the forms of the page
public record Frame(String seller, boolean isTest, String clock, String csrfToken, List<Way> ways) {
    public Frame {
        ways = List.copyOf(ways);
    }

    /// One entry of the side bar.
    ///
    /// @param icon a name of `icon.jte`
    public record Way(String name, String link, String icon, boolean isHere) {}
}
