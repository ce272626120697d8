package dev.brickwork.web.console;

import java.util.List;

/// What stands around every page.
///
/// @param clock what the test clock says; empty for a live seller
/// @param csrfToken the hidden field of the forms of the page
public record Frame(String seller, boolean isTest, String clock, String csrfToken, List<Way> ways) {
    public Frame {
        ways = List.copyOf(ways);
    }

    /// A line of the side bar.
    ///
    /// @param icon a name of `icon.jte`
    public record Way(String name, String link, String icon, boolean isHere) {}
}
