package dev.brickwork.web.portal.views;

import java.util.List;
import java.util.Optional;

/// The invoices and payment methods of the company that pays.
///
/// @param credit the credit balance, per currency that has one
/// @param methods absent when no processor is connected
public record PortalViewModel(
        Frame frame,
        String address,
        Optional<Banner> banner,
        String company,
        List<Bill> invoices,
        Optional<String> newer,
        Optional<String> older,
        List<String> credit,
        Optional<List<Method>> methods,
        String addToken) {
    public PortalViewModel {
        invoices = List.copyOf(invoices);
        credit = List.copyOf(credit);
        methods = methods.map(List::copyOf);
    }

    /// An invoice of the list.
    ///
    /// @param left what is still to be paid, where that is not the whole amount
    public record Bill(
            String number,
            String issuedOn,
            String amount,
            Optional<String> left,
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
