package dev.brickwork.catalog;

import dev.brickwork.platform.http.Fields;
import java.util.Map;

/// How a price is written down. The kernel's `PricingModel` is what calculates.
public enum PriceModel {
    /// `unit_price` for every unit.
    FLAT,
    GRADUATED,
    VOLUME,
    STAIRSTEP,
    /// `unit_price` per begun package of `package_size`.
    PACKAGE,
    /// `unit_price` percent of a monetary usage value (rule G-11).
    PERCENTAGE;

    static final Map<String, PriceModel> BY_NAME = Fields.words(Enum::name, values());

    public boolean hasTiers() {
        return this == GRADUATED || this == VOLUME || this == STAIRSTEP;
    }
}
