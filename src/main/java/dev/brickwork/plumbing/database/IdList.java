package dev.brickwork.plumbing.database;

import java.util.Collection;
import java.util.StringJoiner;
import java.util.UUID;

/// Many ids as one parameter: `id = ANY (:ids::uuid[])`.
public final class IdList {
    private IdList() {}

    public static String of(Collection<UUID> ids) {
        var text = new StringJoiner(",", "{", "}");
        for (var id : ids) text.add(id.toString());
        return text.toString();
    }
}
