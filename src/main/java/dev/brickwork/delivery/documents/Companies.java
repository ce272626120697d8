package dev.brickwork.delivery.documents;

import dev.brickwork.sellers.Address;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Companies of other modules as papers name them.
final class Companies {
    private Companies() {}

    static Party party(
            String name, Optional<Address> address, Optional<String> taxId, Optional<Party.Contact> contact) {
        return new Party(name, address(address), taxIds(taxId), contact);
    }

    private static List<Party.TaxId> taxIds(Optional<String> id) {
        return id.map(value -> List.of(Party.TaxId.of(value))).orElse(List.of());
    }

    private static Party.Address address(Optional<Address> address) {
        return address.map(it -> new Party.Address(
                        Stream.of(it.line1(), it.line2())
                                .flatMap(Optional::stream)
                                .toList(),
                        it.zip(),
                        it.city(),
                        it.region(),
                        it.country().orElse(Party.NO_COUNTRY).toUpperCase(Locale.ROOT)))
                .orElseGet(() -> new Party.Address(
                        List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Party.NO_COUNTRY));
    }

    /// A logo is kept as a data address (its shape was checked when it was set).
    static byte[] picture(String logo) {
        return Base64.getDecoder().decode(logo.substring(logo.indexOf(',') + 1));
    }
}
