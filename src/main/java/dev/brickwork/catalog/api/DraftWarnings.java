package dev.brickwork.catalog.api;

import dev.brickwork.catalog.Draft;
import dev.brickwork.catalog.PlanDocument;
import dev.brickwork.catalog.Price;
import dev.brickwork.platform.http.Warning;
import dev.brickwork.pricing.money.Currency;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Names what is on sale in the latest version of a plan and missing from its draft. A draft is sent whole, so a brick
/// or
/// a currency that is left out by mistake would go off sale when the draft is published.
final class DraftWarnings {
    private DraftWarnings() {}

    static List<Warning> of(Draft draft, PlanDocument onSale) {
        var warnings = new ArrayList<Warning>();
        var plan = missing(onSale.prices(), draft.prices());
        if (!plan.isEmpty()) warnings.add(currencies("prices", "The plan itself", plan));
        for (var item : onSale.bricks()) {
            int place = place(draft, item);
            if (place < 0) {
                warnings.add(new Warning(
                        "brick_left_out",
                        "bricks",
                        "Brick %s is on sale and not in the draft: once the draft is published it cannot be ordered."
                                .formatted(item.code())));
                continue;
            }
            var gone = missing(item.prices(), draft.bricks().get(place).prices());
            if (!gone.isEmpty()) {
                warnings.add(currencies("bricks[%d].prices".formatted(place), "Brick " + item.code(), gone));
            }
        }
        return warnings;
    }

    private static Warning currencies(String field, String subject, Set<Currency> gone) {
        var codes = gone.stream().map(Currency::code).sorted().collect(Collectors.joining(", "));
        return new Warning(
                "currency_left_out",
                field,
                "%s is on sale in %s and has no such price in the draft: once the draft is published it cannot be ordered in it."
                        .formatted(subject, codes));
    }

    private static int place(Draft draft, PlanDocument.Item item) {
        return draft.bricks().stream().map(Draft.Item::brick).toList().indexOf(item.brick());
    }

    private static Set<Currency> missing(List<Price> onSale, List<Price> drafted) {
        var kept = drafted.stream().map(Price::currency).collect(Collectors.toSet());
        return onSale.stream()
                .map(Price::currency)
                .filter(currency -> !kept.contains(currency))
                .collect(Collectors.toSet());
    }
}
