package dev.brickwork.catalog.plans;

import dev.brickwork.catalog.PlanVersion;
import dev.brickwork.catalog.PlanVersionStore;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.platform.Cache;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Tx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Published versions by their id, kept in memory once they were read. Being immutable they are never out of
/// date, on any node.
public final class PlanVersions {
    /// Of JSON text; a version laid out for pricing takes a few times as much.
    private static final long CHARACTERS_MAX = 32L * 1024 * 1024;

    private final PlanVersionStore store;
    private final Cache<Key, Kept> cache = Cache.forEver(CHARACTERS_MAX, Kept::characters);

    private record Key(SellerId seller, PlanVersionId id) {}

    private record Kept(PlanVersion version, long characters) {}

    public PlanVersions(PlanVersionStore store) {
        this.store = store;
    }

    /// Also sees a version that this transaction has just made.
    public Optional<PlanVersion> find(Tx tx, PlanVersionId id) {
        return cache.get(key(tx.caller(), id), () -> store.find(tx, id).map(PlanVersions::kept))
                .map(Kept::version);
    }

    /// Several at once: what is not in memory comes with one statement.
    public Map<PlanVersionId, PlanVersion> findAll(Tx tx, Collection<PlanVersionId> ids) {
        var found = new HashMap<PlanVersionId, PlanVersion>();
        var missing = new ArrayList<PlanVersionId>();
        for (var id : ids) {
            cache.get(key(tx.caller(), id), Optional::empty)
                    .ifPresentOrElse(kept -> found.put(id, kept.version), () -> missing.add(id));
        }
        if (missing.isEmpty()) return found;
        for (var row : store.findAll(tx, missing)) found.put(row.id(), keep(tx.caller(), row));
        return found;
    }

    public PlanVersion keep(Caller caller, PlanVersionStore.Row row) {
        return cache.get(key(caller, row.id()), () -> Optional.of(kept(row))).orElseThrow().version;
    }

    private static Kept kept(PlanVersionStore.Row row) {
        return new Kept(PlanVersion.stored(row), row.document().length());
    }

    private static Key key(Caller caller, PlanVersionId id) {
        return new Key(caller.seller(), id);
    }
}
