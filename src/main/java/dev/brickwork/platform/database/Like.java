package dev.brickwork.platform.database;

/// Patterns for LIKE and ILIKE from what somebody typed.
public final class Like {
    private Like() {}

    /// Matches every text that holds this one. Its own `%`, `_` and `\` stand for themselves.
    public static String containing(String part) {
        return "%" + part.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }
}
