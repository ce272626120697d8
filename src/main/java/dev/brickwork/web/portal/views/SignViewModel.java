package dev.brickwork.web.portal.views;

import java.util.Optional;

/// An order form to read, and to sign while it is open.
public record SignViewModel(
        Frame frame, String address, Optional<Banner> banner, OrderViewModel order, Optional<Entry> entry) {
    /// The form that the signer fills in.
    ///
    /// @param shown which version of the order, at which total
    public record Entry(
            String heading,
            String token,
            String shown,
            String name,
            String role,
            String consent,
            String button,
            Optional<String> nameError,
            Optional<String> consentError) {}
}
