package dev.brickwork.platform;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// City, region and postal code of an address, in the order in which its country writes them. What is not known is
/// empty.
public final class CityLine {
    private static final Set<String> CODE_LAST = Set.of("US", "CA", "AU", "GB", "IE", "IN", "NZ");

    private CityLine() {}

    /// Postal code before the city on the continent, region and code after it elsewhere.
    public static String of(String country, String city, String region, String code) {
        return CODE_LAST.contains(country)
                ? join(", ", city, join(" ", region, code))
                : join(", ", join(" ", code, city), region);
    }

    private static String join(String between, String... parts) {
        return Stream.of(parts).filter(part -> !part.isBlank()).collect(Collectors.joining(between));
    }
}
