package dev.brickwork.payments.charges;

import dev.brickwork.payments.processor.ProcessorUnavailable;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.jobs.DueRowPoller;
import dev.brickwork.platform.jobs.Sweep;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/// Looks up at the processors every charge and refund of unknown outcome: five minutes after the intent, then after
/// an hour, then daily; forms likewise, once they have expired. So processors' messages are welcome, but not
/// needed. A charge or refund that has no answer after half a minute, because its process crashed, is resumed
/// before that.
public final class ReconcileWithProcessor implements Sweep {
    private final List<Kind> kinds;

    /// One kind of row to look up. Both functions postpone the row.
    ///
    /// @param look throws [ProcessorUnavailable] when the processor does not answer
    /// @param unheard notes a look without an answer
    public record Kind(DueRowPoller waiting, BiConsumer<Caller, UUID> look, BiConsumer<Caller, UUID> unheard) {}

    public ReconcileWithProcessor(List<Kind> kinds) {
        this.kinds = List.copyOf(kinds);
    }

    @Override
    public String name() {
        return "reconcile";
    }

    @Override
    public Optional<Instant> nextDue(SqlSession tx, SellerId seller) {
        return kinds.stream()
                .map(kind -> kind.waiting.rows().next(tx, seller))
                .flatMap(Optional::stream)
                .min(Instant::compareTo);
    }

    @Override
    public List<DueSeller> dueSellers(SqlSession tx, Instant realNow) {
        var sellers = new ArrayList<DueSeller>();
        for (var kind : kinds) sellers.addAll(kind.waiting.rows().sellers(tx, realNow));
        return sellers;
    }

    @Override
    public boolean callsOut() {
        return true;
    }

    /// Each look moves its next one into the future, so the list runs dry. Where the processor does not answer, the
    /// rest of the round goes unasked: other sellers would wait until it has been silent to every single one.
    @Override
    public int run(Caller caller, BooleanSupplier isEnough) {
        int done = 0;
        var isAway = new AtomicBoolean();
        for (var kind : kinds) {
            done += kind.waiting.each(
                    caller, id -> ask(caller, kind, id, isAway), () -> isEnough.getAsBoolean() && !isAway.get());
        }
        return done;
    }

    private static int ask(Caller caller, Kind kind, UUID id, AtomicBoolean isAway) {
        if (isAway.get() || !isAnswered(caller, kind, id)) {
            isAway.set(true);
            kind.unheard.accept(caller, id);
        }
        return 1;
    }

    private static boolean isAnswered(Caller caller, Kind kind, UUID id) {
        try {
            kind.look.accept(caller, id);
            return true;
        } catch (ProcessorUnavailable silent) {
            return false;
        }
    }
}
