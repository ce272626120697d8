package dev.brickwork.catalog.plans;

import dev.brickwork.catalog.PlanDocument;
import dev.brickwork.catalog.PlanStore;
import dev.brickwork.catalog.PlanVersion;
import dev.brickwork.catalog.PlanVersionStore;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.platform.Sha256;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.terms.BrickId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Joins two versions for an order that needs bricks of both.
///
/// A merge only ever adds: the bricks that the order names and the version lacks come from the other one, and
/// nothing that is already there changes (rule U-07). The id is made from the content, so the same merge is the
/// same version, in memory as in the table, and an estimate can price a merged version without writing it (rule
/// W-03). When it is written down it gets the next number of its plan, by which orders name it.
public final class MergePlanVersions {
    private final PlanVersionStore versions;
    private final PlanStore plans;

    public MergePlanVersions(PlanVersionStore versions, PlanStore plans) {
        this.versions = versions;
        this.plans = plans;
    }

    /// `into` itself when it lacks none of the named bricks that `from` has.
    public static PlanVersion merged(PlanVersion into, PlanVersion from, Collection<BrickId> named, Instant now) {
        var wanted = Set.copyOf(named);
        var added = from.document().bricks().stream()
                .filter(item -> wanted.contains(item.brick())
                        && into.brick(item.brick()).isEmpty())
                .toList();
        if (added.isEmpty()) return into;
        var document = document(into, from, added, now);
        return new PlanVersion(idOf(document), document);
    }

    private static PlanDocument document(
            PlanVersion into, PlanVersion from, List<PlanDocument.Item> added, Instant now) {
        var base = into.document();
        var all = new ArrayList<>(base.bricks());
        all.addAll(added);
        return new PlanDocument(
                base.plan(),
                base.planName(),
                base.number(),
                List.of(into.id(), from.id()),
                base.frequencies(),
                base.prices(),
                all,
                now);
    }

    /// Merges two plan versions and stores the result for an order to keep.
    public PlanVersion run(Tx tx, PlanVersion into, PlanVersion from, Collection<BrickId> named) {
        var version = merged(into, from, named, tx.now());
        if (version.id().equals(into.id())) return into;
        if (versions.find(tx, version.id()).isEmpty()) keep(tx, version);
        // Not from memory: the number of one that this transaction has made may still become another one's.
        return PlanVersion.stored(versions.find(tx, version.id()).orElseThrow());
    }

    private void keep(Tx tx, PlanVersion version) {
        var plan = version.plan();
        if (plans.lock(tx, plan).isEmpty()) throw new IllegalStateException("no plan " + plan.value());
        int number = versions.nextNumber(tx, plan);
        versions.insertIfNew(tx, version.id(), version.document().numbered(number));
    }

    /// A UUID of our own making (version 8), from the content without its time.
    private static PlanVersionId idOf(PlanDocument document) {
        var bytes = ByteBuffer.wrap(Sha256.of(document.contentJson()));
        long high = (bytes.getLong() & 0xFFFF_FFFF_FFFF_0FFFL) | 0x8000L;
        long low = (bytes.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new PlanVersionId(new UUID(high, low));
    }
}
