package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.BookMapping;
import dev.brickwork.integrations.accounting.books.Books;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// The link of a seller to its books outside.
///
/// @param organisation the company's id over there
/// @param isRefused they no longer let us in; the seller has to connect again
/// @param mapping from our words to theirs
record Link(
        Books.Kind kind,
        String organisation,
        boolean isRefused,
        boolean isActive,
        Map<String, String> mapping,
        Instant connectedAt,
        Optional<Instant> lastSyncedAt) {
    Link {
        mapping = Map.copyOf(mapping);
    }

    Link with(boolean isOn, Map<String, String> words) {
        return new Link(kind, organisation, isRefused, isOn, words, connectedAt, lastSyncedAt);
    }

    /// The account mapping for the connectors; where the seller set none, the service's default accounts.
    BookMapping books() {
        return switch (kind) {
            case QUICKBOOKS ->
                new BookMapping(word("revenue", "1"), word("bank", "4"), word("tax", "TAX"), word("no_tax", "NON"));
            case XERO ->
                new BookMapping(
                        word("revenue", "200"), word("bank", "090"), word("tax", "OUTPUT"), word("no_tax", "NONE"));
        };
    }

    private String word(String name, String standard) {
        return mapping.getOrDefault(name, standard);
    }
}
