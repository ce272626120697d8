package dev.brickwork.web.console;

import dev.brickwork.platform.Ids;
import java.util.List;
import java.util.Optional;

/// One kind of page.
@FunctionalInterface
interface Section {
    /// Empty when there is no such page.
    ///
    /// @param path what follows the section in the address
    Optional<ConsolePage> show(ConsoleRequest reader, List<String> path);

    /// Whatever is no id is left to the API to refuse, but must not become a part of its path.
    static String id(String text) {
        return Ids.parse(text).map(Object::toString).orElse("-");
    }
}
