package dev.brickwork.catalogue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// How a price is written down (API extended 3). The kernel's `PricingModel` is what calculates.
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

    static final Map<String, PriceModel> BY_NAME = Arrays.stream(values())
            .collect(Collectors.toMap(Enum::name, Function.identity(), (a, _) -> a, LinkedHashMap::new));

    boolean hasTiers() {
        return this == GRADUATED || this == VOLUME || this == STAIRSTEP;
    }
}
