package dev.brickwork.web.console;

import java.util.ArrayList;
import java.util.List;

/// A page, before it is drawn.
///
/// @param back to the list it belongs to; nothing on a list itself
/// @param status how the thing stands that it shows
/// @param links what else there is of it
public record ConsolePage(
        String title, TableCell back, TableCell status, List<TableCell> links, List<PageBlock> blocks) {
    private static final TableCell NOTHING = TableCell.of("");

    public ConsolePage {
        links = List.copyOf(links);
        blocks = List.copyOf(blocks);
    }

    static ConsolePage of(String title, PageBlock... blocks) {
        return new ConsolePage(title, NOTHING, NOTHING, List.of(), List.of(blocks));
    }

    static ConsolePage of(String title, List<PageBlock> blocks) {
        return new ConsolePage(title, NOTHING, NOTHING, List.of(), blocks);
    }

    ConsolePage under(String list, String section) {
        return new ConsolePage(title, TableCell.of(list).to("/console/" + section), status, links, blocks);
    }

    ConsolePage standing(TableCell other) {
        return new ConsolePage(title, back, other, links, blocks);
    }

    ConsolePage link(String name, String address) {
        var more = new ArrayList<>(links);
        more.add(TableCell.of(name).to(address));
        return new ConsolePage(title, back, status, more, blocks);
    }
}
