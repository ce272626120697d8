package dev.brickwork.web.portal.views;

import java.util.List;
import java.util.Optional;

/// An invoice on its payment page: seller, number, dates, lines, tax, credits, payments, the amount that is left, the
/// status, and ways to pay. Nothing of the customer.
///
/// @param amount what is left to pay; of an invoice that is closed, its total
/// @param dueOn while something is owed
/// @param facts who issued it and when
/// @param outcome where nothing can be paid: why
public record PayViewModel(
        Frame frame,
        String address,
        String number,
        String amount,
        Optional<String> dueOn,
        String status,
        String tone,
        List<Fact> facts,
        Statement statement,
        Optional<Outcome> outcome,
        Optional<Banner> notice,
        Optional<Online> online,
        List<Offline> offline,
        Pdf pdf) {
    /// The lines and what they come to.
    ///
    /// @param sums between the lines and the total
    /// @param settlements what was paid or credited
    /// @param left absent where nothing is owed whatever is open
    public record Statement(
            List<Line> lines, List<Fact> sums, String total, List<Fact> settlements, Optional<String> left) {
        public Statement {
            lines = List.copyOf(lines);
            sums = List.copyOf(sums);
            settlements = List.copyOf(settlements);
        }
    }

    /// A line of the invoice as the page shows it.
    ///
    /// @param more the period, and a discount
    public record Line(String name, String more, String quantity, String amount) {}

    /// Paid, settled, void or under way.
    ///
    /// @param icon a name of `icon.jte`
    public record Outcome(String tone, String icon, String title, String text) {}

    /// The way to the processor's form.
    ///
    /// @param autopay what the payer allows by paying (`paywall_force_autopay`)
    public record Online(String words, String token, Optional<String> autopay) {}

    public PayViewModel {
        facts = List.copyOf(facts);
        offline = List.copyOf(offline);
    }

    /// A way to pay without this page.
    ///
    /// @param words empty where nothing is left to pay
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
