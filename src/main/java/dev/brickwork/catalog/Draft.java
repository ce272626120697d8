package dev.brickwork.catalog;

import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.terms.BrickId;
import java.util.List;
import java.util.Optional;

/// Prices that are being worked on. Well-formed but perhaps incomplete: publishing checks the rest.
public record Draft(List<Price> prices, List<Item> bricks) {
    static final int BRICK_COUNT_MAX = 200;
    private static final long QUANTITY_MAX = 99_999_999_999_999L;

    public Draft {
        prices = List.copyOf(prices);
        bricks = List.copyOf(bricks);
    }

    /// A brick with its prices.
    ///
    /// @param defaultQuantity what an order means that names a milestone brick without a quantity (rule P-14)
    public record Item(BrickId brick, List<Price> prices, Optional<Long> defaultQuantity) {
        public Item {
            prices = List.copyOf(prices);
        }
    }

    /// Reads the wire; a brick without an id is a fault and left out.
    ///
    /// @param currencies reads the code of one that may be priced in
    public static Draft read(Fields fields, Fields.ElementReader<Currency> currencies) {
        return new Draft(
                Price.readAll(fields, "prices", currencies),
                fields.objects("bricks", BRICK_COUNT_MAX, brick -> item(brick, currencies)).orElse(List.of()).stream()
                        .flatMap(Optional::stream)
                        .toList());
    }

    private static Optional<Item> item(Fields fields, Fields.ElementReader<Currency> currencies) {
        var brick = fields.require("brick_id", fields::uuid);
        var prices = Price.readAll(fields, "prices", currencies);
        var quantity = fields.longInteger("default_quantity", 0, QUANTITY_MAX);
        return brick.map(id -> new Item(new BrickId(id), prices, quantity));
    }

    public static Draft stored(String json) {
        var fields = Fields.of(JsonReader.stored(json));
        var draft = read(fields, Fields::currency);
        if (fields.hasFaults()) throw new IllegalStateException("a stored draft cannot be read: " + json);
        return draft;
    }

    public String json() {
        return JsonWriter.text(json -> json.object(out -> out.putEach("prices", prices, Price::write)
                .putEach(
                        "bricks",
                        bricks,
                        (each, item) -> each.object(brick -> brick.put("brick_id", item.brick.value())
                                .putEach("prices", item.prices, Price::write)
                                .put("default_quantity", item.defaultQuantity)))));
    }
}
