package dev.brickwork.privacy;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.privacy.ErasureList.Erasure;
import java.util.ArrayList;
import java.util.List;

/// Erases whom a restored database still knows and the list of erasures names. A customer that is younger than the
/// restored moment is not there; one whose subscriptions ended after it cannot be erased before they end again.
public final class EraseAgain {
    /// The result of repeating a list of erasures on a restored database.
    ///
    /// @param left one sentence for each customer that could not be erased again
    public record Result(int count, List<String> left) {}

    private final EraseCustomer erase;

    public EraseAgain(EraseCustomer erase) {
        this.erase = erase;
    }

    public Result run(Database database, ErasureList list) {
        int count = 0;
        var left = new ArrayList<String>();
        for (var erasure : list.all()) {
            try {
                if (isErased(database, erasure)) count++;
            } catch (Refusal refusal) {
                if (refusal.kind() == Refusal.Kind.NOT_FOUND) continue;
                left.add("customer %s of seller %s could not be erased again: %s"
                        .formatted(erasure.customer().value(), erasure.seller(), refusal.why()));
            }
        }
        return new Result(count, List.copyOf(left));
    }

    private boolean isErased(Database database, Erasure erasure) {
        var caller = new Caller(erasure.seller(), "restored", Ids.next().toString(), erasure.at());
        return database.inTransaction(caller, tx -> erase.run(tx, erasure.customer()));
    }
}
