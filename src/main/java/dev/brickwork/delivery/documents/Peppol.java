package dev.brickwork.delivery.documents;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// When an invoice may call itself a Peppol one. The network wants an electronic address of both sides; the only
/// one we can know is the VAT number under the scheme of its country. Where facts are missing we claim less and are
/// right.
final class Peppol {
    record Endpoint(String scheme, String id) {}

    /// By the letters that a number begins with, which need not be those of its holder's address (rule X-08).
    private static final Map<String, String> VAT_SCHEMES = Map.ofEntries(
            Map.entry("AT", "9914"),
            Map.entry("BE", "9925"),
            Map.entry("BG", "9926"),
            Map.entry("CH", "9927"),
            Map.entry("CY", "9928"),
            Map.entry("CZ", "9929"),
            Map.entry("DE", "9930"),
            Map.entry("EE", "9931"),
            Map.entry("GB", "9932"),
            Map.entry("EL", "9933"),
            Map.entry("HR", "9934"),
            Map.entry("IE", "9935"),
            Map.entry("LI", "9936"),
            Map.entry("LT", "9937"),
            Map.entry("LU", "9938"),
            Map.entry("LV", "9939"),
            Map.entry("MC", "9940"),
            Map.entry("MT", "9943"),
            Map.entry("NL", "9944"),
            Map.entry("PL", "9945"),
            Map.entry("PT", "9946"),
            Map.entry("RO", "9947"),
            Map.entry("SI", "9949"),
            Map.entry("SK", "9950"),
            Map.entry("FR", "9957"),
            Map.entry("ES", "9920"),
            Map.entry("HU", "9910"));

    /// Sellers here must name register numbers or schemes that no field of ours holds.
    private static final Set<String> NATIONAL_RULES = Set.of("DK", "GR", "IS", "IT", "NL", "NO", "SE");

    private Peppol() {}

    static boolean fits(EInvoice invoice) {
        var paper = invoice.paper();
        var seller = paper.seller().party();
        if (paper.head().purchaseOrder().isEmpty()) return false;
        if (NATIONAL_RULES.contains(seller.address().country())) return false;
        if (isGerman(paper) && !canBeReached(seller)) return false;
        return endpoint(invoice, seller).isPresent()
                && endpoint(invoice, paper.billed()).isPresent();
    }

    static Optional<Endpoint> endpoint(EInvoice invoice, Party party) {
        return invoice.vatId(party)
                .flatMap(id -> Optional.ofNullable(VAT_SCHEMES.get(id.substring(0, 2)))
                        .map(scheme -> new Endpoint(scheme, id)));
    }

    /// Both sides.
    static boolean isGerman(InvoicePaper paper) {
        return paper.seller().party().address().country().equals("DE")
                && paper.billed().address().country().equals("DE");
    }

    /// Between Germans the seller's contact is asked for with name, telephone and mail (DE-R-002 to DE-R-007).
    private static boolean canBeReached(Party seller) {
        return seller.contact()
                .filter(contact ->
                        contact.phone().isPresent() && contact.email().isPresent())
                .isPresent();
    }
}
