package dev.brickwork.catalog;

import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.terms.Tier;
import java.util.Optional;

/// A step of a ladder as it was written: no bound means open, no price means nothing.
public record PriceTier(Optional<Quantity> upTo, Optional<UnitPrice> unitPrice, Optional<UnitPrice> flatPrice) {
    static PriceTier read(Fields fields) {
        return new PriceTier(
                Price.positive(fields, "up_to"), Price.money(fields, "unit_price"), Price.money(fields, "flat_price"));
    }

    static void write(JsonWriter json, PriceTier tier, Currency currency) {
        json.object(out -> out.put("up_to", tier.upTo.map(Quantity::value))
                .put("unit_price", tier.unitPrice.map(price -> price.shown(currency)))
                .put("flat_price", tier.flatPrice.map(price -> price.shown(currency))));
    }

    public Tier tier() {
        return new Tier(upTo, unitPrice.orElse(UnitPrice.ZERO), flatPrice.orElse(UnitPrice.ZERO));
    }
}
