package dev.brickwork.web.portal.views;

/// A page that says one thing: expired, unknown, refused. Its title is the frame's.
///
/// @param icon a name of `icon.jte`
public record NoticeViewModel(Frame frame, String tone, String icon, String text) {
    public static NoticeViewModel of(Frame frame, String tone, String icon, String text) {
        return new NoticeViewModel(frame.narrow(), tone, icon, text);
    }
}
