package dev.brickwork.web.portal.views;

import java.util.List;
import java.util.Optional;

/// The hosted form of the built-in processor: the visitor chooses what shall happen.
///
/// @param amount absent when a method is only added
public record SandboxViewModel(
        Frame frame,
        String address,
        Optional<Banner> banner,
        String subject,
        Optional<String> amount,
        String token,
        List<Outcome> usual,
        List<Outcome> rare,
        String back) {
    public SandboxViewModel {
        usual = List.copyOf(usual);
        rare = List.copyOf(rare);
    }

    public record Outcome(String method, String name, String words, boolean isChosen) {}
}
