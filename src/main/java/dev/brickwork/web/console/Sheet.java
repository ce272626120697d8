package dev.brickwork.web.console;

import java.util.ArrayList;
import java.util.List;

/// A page, before it is drawn.
///
/// @param back to the list it belongs to; nothing on a list itself
/// @param status how the thing stands that it shows
/// @param links what else there is of it
public record Sheet(String title, Cell back, Cell status, List<Cell> links, List<Block> blocks) {
    private static final Cell NOTHING = Cell.of("");

    public Sheet {
        links = List.copyOf(links);
        blocks = List.copyOf(blocks);
    }

    static Sheet of(String title, Block... blocks) {
        return new Sheet(title, NOTHING, NOTHING, List.of(), List.of(blocks));
    }

    static Sheet of(String title, List<Block> blocks) {
        return new Sheet(title, NOTHING, NOTHING, List.of(), blocks);
    }

    Sheet under(String list, String section) {
        return new Sheet(title, Cell.of(list).to("/console/" + section), status, links, blocks);
    }

    Sheet standing(Cell other) {
        return new Sheet(title, back, other, links, blocks);
    }

    Sheet link(String name, String address) {
        var more = new ArrayList<>(links);
        more.add(Cell.of(name).to(address));
        return new Sheet(title, back, status, more, blocks);
    }
}
