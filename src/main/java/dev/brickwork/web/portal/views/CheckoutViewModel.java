package dev.brickwork.web.portal.views;

import java.util.List;
import java.util.Optional;

/// An order to agree to: first the way is chosen, then the order is confirmed.
///
/// @param method what will be charged, once it was given at the processor's form
public record CheckoutViewModel(
        Frame frame,
        String address,
        Optional<Banner> banner,
        OrderViewModel order,
        boolean isOpen,
        List<Choice> choices,
        String nothing,
        String chooseToken,
        Optional<SignViewModel.Entry> confirm,
        Optional<Method> method) {
    public CheckoutViewModel {
        choices = List.copyOf(choices);
    }

    public record Choice(String value, String words, String more, boolean isChosen) {}

    public record Method(String id, String icon, String words) {}
}
