package dev.brickwork.platform.database;

/// Builds patterns for LIKE and ILIKE from user input.
public final class Like {
    private Like() {}

    /// Matches every text that holds this one. Its own `%`, `_` and `\` stand for themselves.
    public static String containing(String part) {
        return "%" + part.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }
}
