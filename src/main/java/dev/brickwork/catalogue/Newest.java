package dev.brickwork.catalogue;

/// The two orders that the lists of this room know: `created_at` and `-created_at`. The id breaks ties, so that
/// pages do not overlap.
final class Newest {
    static final String FIRST = "ORDER BY created_at DESC, id DESC LIMIT :limit OFFSET :offset";
    static final String LAST = "ORDER BY created_at, id LIMIT :limit OFFSET :offset";

    private Newest() {}
}
