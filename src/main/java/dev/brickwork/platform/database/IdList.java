package dev.brickwork.platform.database;

import java.util.Collection;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.function.Function;

/// Many ids as one parameter: `id = ANY (:ids::uuid[])`.
public final class IdList {
    private IdList() {}

    public static String of(Collection<UUID> ids) {
        return of(ids, id -> id);
    }

    /// One of each, in their order.
    public static <T> String of(Collection<T> all, Function<T, UUID> id) {
        var text = new StringJoiner(",", "{", "}");
        for (var one : all) text.add(id.apply(one).toString());
        return text.toString();
    }
}
