package dev.brickwork.integrations.accounting.books;

import dev.brickwork.pricing.money.Money;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Keeps out of the books what they would round: QuickBooks Online and Xero know two decimals in every currency, and a
/// dinar has three (rule C-02). Amounts with a zero at the end pass.
final class TwoDecimals {
    private static final int DECIMALS_MAX = 2;

    private TwoDecimals() {}

    /// @param service its name, for the seller
    static Optional<SyncResult> refusal(String service, List<BookLine> lines) {
        return refusal(service, lines.stream().flatMap(line -> Stream.of(line.net(), line.tax())));
    }

    static Optional<SyncResult> refusal(String service, Money amount) {
        return refusal(service, Stream.of(amount));
    }

    private static Optional<SyncResult> refusal(String service, Stream<Money> amounts) {
        return amounts.filter(amount -> amount.major().stripTrailingZeros().scale() > DECIMALS_MAX)
                .findFirst()
                .map(amount -> new SyncResult.Refused("%s keeps two decimals and would round %s; enter it by hand"
                        .formatted(service, amount.withCode())));
    }
}
