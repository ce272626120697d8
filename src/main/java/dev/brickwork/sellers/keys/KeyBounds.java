package dev.brickwork.sellers.keys;

import dev.brickwork.platform.http.Scope;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Limits of an API key. A key hands its limits on to the keys that it makes: they may be narrower, never wider.
///
/// @param addresses from which the key works; empty for everywhere
/// @param expiresAt when the key ends; empty for never
record KeyBounds(Set<Scope> scopes, List<AddressRange> addresses, Optional<Instant> expiresAt) {
    KeyBounds {
        scopes = Set.copyOf(scopes);
        addresses = List.copyOf(addresses);
    }

    /// Every limit that is wider than those of the key that asks, by the name of its field.
    Map<String, List<String>> faults(KeyBounds own) {
        var faults = new LinkedHashMap<String, List<String>>();
        if (scopes.isEmpty()) faults.put("scopes", List.of("A key needs at least one scope."));
        var missing =
                scopes.stream().filter(scope -> !own.scopes.contains(scope)).sorted();
        var names = missing.map(Scope::wire).collect(Collectors.joining(", "));
        if (!names.isEmpty()) faults.put("scopes", List.of("Your own key lacks the scope %s.".formatted(names)));
        if (!own.addresses.isEmpty()) addAddressFaults(faults, own.addresses);
        if (outlives(own)) {
            var end = own.expiresAt.orElseThrow();
            faults.put(
                    "expires_at",
                    List.of("Your own key ends at %s, and no key that it makes ends later.".formatted(end)));
        }
        return faults;
    }

    private void addAddressFaults(Map<String, List<String>> faults, List<AddressRange> own) {
        var limit = own.stream().map(AddressRange::text).collect(Collectors.joining(", "));
        if (addresses.isEmpty()) {
            faults.put("allowed_addresses", List.of("Your own key works only from %s.".formatted(limit)));
        }
        for (int i = 0; i < addresses.size(); i++) {
            if (isWithin(own, addresses.get(i))) continue;
            var why = "Your own key works only from %s; %s is not within."
                    .formatted(limit, addresses.get(i).text());
            faults.put("allowed_addresses[%d]".formatted(i), List.of(why));
        }
    }

    /// Whether it works from an address from which the other one does not.
    boolean isReachableBeyond(KeyBounds other) {
        if (other.addresses.isEmpty()) return false;
        return addresses.isEmpty() || !addresses.stream().allMatch(range -> isWithin(other.addresses, range));
    }

    private boolean outlives(KeyBounds own) {
        return own.expiresAt.isPresent()
                && expiresAt.filter(end -> !end.isAfter(own.expiresAt.get())).isEmpty();
    }

    private static boolean isWithin(List<AddressRange> ranges, AddressRange range) {
        return ranges.stream().anyMatch(wide -> wide.contains(range));
    }
}
