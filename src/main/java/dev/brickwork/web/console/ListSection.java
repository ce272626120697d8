package dev.brickwork.web.console;

import java.util.List;
import java.util.Optional;

/// The kind of page that most sections are: a list, and one of it.
interface ListSection extends Section {
    ConsolePage list(ConsoleRequest reader);

    ConsolePage one(ConsoleRequest reader, String id);

    @Override
    default Optional<ConsolePage> show(ConsoleRequest reader, List<String> path) {
        return switch (path.size()) {
            case 0 -> Optional.of(list(reader));
            case 1 -> Optional.of(one(reader, Section.id(path.getFirst())));
            default -> Optional.empty();
        };
    }
}
