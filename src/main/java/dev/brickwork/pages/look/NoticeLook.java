package dev.brickwork.pages.look;

import java.util.Optional;

/// A page that says one thing: paid, void, expired, unknown. Its title is the frame's.
///
/// @param icon a name of `icon.jte`
public record NoticeLook(Frame frame, String tone, String icon, String text, Optional<Form> form) {
    public record Form(String address, String token, String words) {}

    public static NoticeLook of(Frame frame, String tone, String icon, String text) {
        return new NoticeLook(frame.narrow(), tone, icon, text, Optional.empty());
    }

    public NoticeLook with(Form other) {
        return new NoticeLook(frame, tone, icon, text, Optional.of(other));
    }
}
