package dev.brickwork.pages;

import java.util.List;
import java.util.Optional;

/// The invoices and payment methods of the company that pays.
///
/// @param methods absent when no processor is connected
public record PortalLook(
        Frame frame,
        String address,
        Optional<Banner> banner,
        String company,
        List<Bill> invoices,
        Optional<String> newer,
        Optional<String> older,
        Optional<List<Method>> methods,
        String addToken) {
    public PortalLook {
        invoices = List.copyOf(invoices);
        methods = methods.map(List::copyOf);
    }

    public record Bill(
            String number,
            String issuedOn,
            String amount,
            String status,
            String tone,
            Optional<String> pay,
            Optional<String> pdf) {}

    public record Method(
            String id,
            String icon,
            String words,
            Optional<String> more,
            boolean isDefault,
            String defaultToken,
            String removeToken) {}
}
