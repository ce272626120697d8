package dev.brickwork.integrations.accounting.books;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.pricing.money.Money;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The result of syncing one document to the accounting service.
public sealed interface SyncResult {
    int WHY_LENGTH_MAX = 500;

    /// The document is in the books. `remark` is for the seller, such as a total that the service calculates
    /// differently.
    record Done(String externalId, Optional<String> remark) implements SyncResult {
        public static Done of(String externalId) {
            return new Done(externalId, Optional.empty());
        }

        /// Remarks on a total that the service calculates differently.
        ///
        /// @param theirs the total in the service's answer; not a number where it shows none
        public static Done of(String externalId, String service, JsonNode theirs, Optional<Money> ours) {
            var remark = ours.map(Money::major)
                    .filter(total -> theirs.isNumber() && theirs.decimalValue().compareTo(total) != 0)
                    .map(total -> "%s shows a total of %s instead of %s"
                            .formatted(service, theirs.decimalValue().toPlainString(), total));
            return new Done(externalId, remark);
        }
    }

    /// Not now, or not known whether: try again after this time, as a repetition.
    ///
    /// @param isOfAll whether the books answer nothing at all now, whatever they are asked
    record Retry(Duration after, String why, boolean isOfAll) implements SyncResult {
        public Retry {
            why = shown(why);
        }

        public Retry(Duration after, String why) {
            this(after, why, false);
        }

        /// Of whatever else waits for these books, too.
        public static Retry ofAll(Duration after, String why) {
            return new Retry(after, why, true);
        }
    }

    /// This document will not be taken as it is; a person has to look.
    record Refused(String why) implements SyncResult {
        public Refused {
            why = shown(why);
        }
    }

    /// No document will be taken until the seller connects again.
    record Disconnected(String why) implements SyncResult {
        public Disconnected {
            why = shown(why);
        }
    }

    /// Continues with `next` when this succeeded; otherwise returns this result.
    ///
    /// @param next gets the document's id in the books
    default SyncResult then(Function<String, SyncResult> next) {
        return this instanceof Done done ? next.apply(done.externalId) : this;
    }

    /// Syncs one after the other, and stops at the first that is not done.
    static <T> SyncResult each(List<T> all, Function<T, SyncResult> push) {
        for (var one : all) {
            var pushed = push.apply(one);
            if (!(pushed instanceof Done)) return pushed;
        }
        return Done.of("");
    }

    /// Their words, fit for our log: one line, printable, short.
    private static String shown(String why) {
        var line = why.replaceAll("\\p{Cntrl}+", " ").strip();
        return line.length() <= WHY_LENGTH_MAX ? line : line.substring(0, WHY_LENGTH_MAX);
    }
}
