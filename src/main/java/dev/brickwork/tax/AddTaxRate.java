package dev.brickwork.tax;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.sellers.Address;
import java.math.BigDecimal;
import java.util.Optional;

/// Adds a rate of the seller's own.
final class AddTaxRate {
    static final int CATEGORY_LENGTH_MAX = 64;
    private static final int NAME_LENGTH_MAX = 100;
    private static final int RATE_COUNT_MAX = 5_000;
    private static final int PERCENT_DIGITS_MAX = 14;
    private static final int PERCENT_DECIMALS_MAX = 6;

    private final TaxStore store;

    AddTaxRate(TaxStore store) {
        this.store = store;
    }

    TaxRate run(Tx tx, Request request) {
        var caller = request.caller();
        var fields = request.fields();
        var rate = new TaxRate(
                Optional.of(Ids.next()),
                fields.require("country", name -> Address.country(fields, name)).orElse(""),
                fields.filledText("region", RegisterForTax.REGION_LENGTH_MAX),
                fields.filledText("category", CATEGORY_LENGTH_MAX).orElse(TaxRate.STANDARD),
                fields.require("percent", name -> percent(fields, name)).orElse(Percent.ZERO),
                fields.require("name", name -> fields.filledText(name, NAME_LENGTH_MAX))
                        .orElse(""),
                RegisterForTax.validity(fields),
                caller.now());
        if (store.rates(tx).size() >= RATE_COUNT_MAX) {
            fields.fault("country", "A seller has at most %d rates of its own.".formatted(RATE_COUNT_MAX));
        }
        fields.check();
        store.insert(tx, rate);
        return rate;
    }

    private static Optional<Percent> percent(Fields fields, String name) {
        var value = fields.decimal(name, PERCENT_DIGITS_MAX, PERCENT_DECIMALS_MAX);
        if (value.isPresent() && (value.get().signum() < 0 || value.get().compareTo(BigDecimal.valueOf(100)) > 0)) {
            fields.fault(name, "Must lie between 0 and 100.");
            return Optional.empty();
        }
        return value.map(Percent::new);
    }
}
