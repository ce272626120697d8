package dev.brickwork.platform.http.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The contract as clients may see it: without operations and events that are agreed but not built.
///
/// It works on the lines of the file, which is ours and has a fixed layout (paths and events two columns in,
/// methods four, members of an operation six). So the service needs no YAML library, and the comments and the
/// order of the file survive. A test compares the outcome with what a YAML reader makes of it.
final class PublishedContract {
    private static final String PLANNED = "      x-status: planned";
    private static final Pattern SECTION = Pattern.compile("[a-zA-Z].*");
    private static final Pattern ITEM = Pattern.compile(" {2}[^ #].*");
    private static final Pattern MEMBER = Pattern.compile(" {4}[^ #].*");
    private static final Pattern METHOD = Pattern.compile(" {4}(get|put|post|patch|delete):");

    private PublishedContract() {}

    static String of(String file) {
        var out = new StringBuilder(file.length());
        for (var section : parts(file.lines().toList(), SECTION)) {
            var name = section.getFirst();
            boolean holdsOperations = name.equals("paths:") || name.equals("webhooks:");
            append(out, holdsOperations ? built(section) : section);
        }
        return out.toString();
    }

    private static List<String> built(List<String> section) {
        var kept = new ArrayList<String>();
        for (var item : parts(section, ITEM)) {
            var isItem = ITEM.matcher(item.getFirst()).matches();
            kept.addAll(isItem ? builtItem(item) : item);
        }
        // An empty mapping must be written as one.
        return kept.size() == 1 ? List.of(kept.getFirst() + " {}") : kept;
    }

    private static List<String> builtItem(List<String> item) {
        var kept = new ArrayList<String>();
        boolean hasOperation = false;
        for (var member : parts(item, MEMBER)) {
            if (member.contains(PLANNED)) continue;
            kept.addAll(member);
            hasOperation |= METHOD.matcher(member.getFirst()).matches();
        }
        return hasOperation ? kept : List.of();
    }

    /// Cuts before every line that begins a part; what stands before the first one is a part too.
    private static List<List<String>> parts(List<String> lines, Pattern beginning) {
        var parts = new ArrayList<List<String>>();
        for (var line : lines) {
            if (parts.isEmpty() || beginning.matcher(line).matches()) parts.add(new ArrayList<>());
            parts.getLast().add(line);
        }
        return parts;
    }

    private static void append(StringBuilder out, List<String> lines) {
        lines.forEach(line -> out.append(line).append('\n'));
    }
}
