package dev.brickwork.web.console;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.http.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The clock of a test seller, and the one form of the console that writes: it moves the clock, and with it bills,
/// renews and reminds. The API asks for the scope `write`.
final class ClockSection implements Section {
    static final String ADDRESS = "/console/clock";
    private static final Pattern COUNT = Pattern.compile("[1-9]\\d{0,3}");
    private static final List<String> UNITS = List.of("days", "months");

    @Override
    public Optional<ConsolePage> show(ConsoleRequest reader, List<String> path) {
        return path.isEmpty() ? Optional.of(sheet(reader, Optional.empty())) : Optional.empty();
    }

    /// The page with what is wrong, or nothing when the time has come.
    Optional<ConsolePage> advance(ConsoleRequest reader, Fields form) {
        var count = ConsoleRequest.typed(form, "count");
        var unit = ConsoleRequest.typed(form, "unit");
        var token = Ids.parse(ConsoleRequest.typed(form, "form"));
        if (token.isEmpty()) return Optional.of(sheet(reader, Optional.of("This form is not complete.")));
        if (!COUNT.matcher(count).matches() || !UNITS.contains(unit)) {
            return Optional.of(sheet(reader, Optional.of("Say how far, in whole days or months.")));
        }
        try {
            reader.change(
                    "/test-clock/advance", token.get().toString(), body -> body.put(unit, Integer.parseInt(count)));
            return Optional.empty();
        } catch (Refused refused) {
            if (refused.status() == 400) return Optional.of(sheet(reader, Optional.of(refused.why())));
            throw refused;
        }
    }

    private static ConsolePage sheet(ConsoleRequest reader, Optional<String> fault) {
        var clock = reader.get("/test-clock");
        var blocks = new ArrayList<PageBlock>();
        fault.ifPresent(text -> blocks.add(new PageBlock.Note("bad", text)));
        blocks.add(new PageBlock.Facts(
                "",
                List.of(
                        new PageBlock.Fact("It is", TableCell.of(clock.moment("now", reader.zone()))),
                        new PageBlock.Fact(
                                "The clock",
                                TableCell.of(clock.is("follows_real_time") ? "follows real time" : "stands still")))));
        blocks.add(new PageBlock.Advance(Ids.next().toString()));
        return ConsolePage.of("Test clock", blocks);
    }
}
