package dev.brickwork.web.console;

/// Where in a list one is.
///
/// @param before address of the page before, empty when there is none
/// @param after address of the page after
public record Pager(String where, String before, String after) {
    static final Pager NONE = new Pager("", "", "");

    public boolean isShown() {
        return !before.isEmpty() || !after.isEmpty();
    }
}
