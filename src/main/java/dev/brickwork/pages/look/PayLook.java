package dev.brickwork.pages.look;

import java.util.List;
import java.util.Optional;

/// An invoice that can be paid: seller, number, amount, due date, status and the ways to pay; nothing more personal.
///
/// @param settled what was paid or credited before
public record PayLook(
        Frame frame,
        String address,
        String number,
        String entity,
        String amount,
        String total,
        Optional<String> settled,
        String dueOn,
        String status,
        String tone,
        Optional<Banner> notice,
        Optional<Online> online,
        List<Offline> offline,
        Pdf pdf) {
    /// The way to the processor's form.
    ///
    /// @param autopay what the payer allows by paying (`paywall_force_autopay`)
    public record Online(String words, String token, Optional<String> autopay) {}

    public PayLook {
        offline = List.copyOf(offline);
    }

    /// A way to pay without this page.
    ///
    /// @param rows what to copy, such as the account; the reference last
    public record Offline(String icon, String title, String words, List<Fact> rows) {
        public Offline {
            rows = List.copyOf(rows);
        }
    }

    /// The way to the file.
    ///
    /// @param isCodeSent whether to ask for the code
    public record Pdf(boolean isOpen, boolean isCodeSent, Optional<String> error, String sendToken, String openToken) {}
}
