package dev.brickwork.platform.http.front;

import dev.brickwork.platform.http.Routes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Finds the route of a path by walking its segments: the cost is the depth of the path, not the number of routes.
/// A literal segment wins over a parameter (`/subscriptions/estimate` over `/subscriptions/{subscription_id}`).
final class Router {
    private final Node root = new Node();

    /// The methods of one path, and the values of its parameters.
    record Match(Map<String, Routes.Route> byMethod, List<String> values) {
        /// In the order of the path.
        Map<String, String> parameters(Routes.Route route) {
            var named = LinkedHashMap.<String, String>newLinkedHashMap(values.size());
            int next = 0;
            for (var segment : segments(route.path())) {
                if (segment.startsWith("{")) named.put(segment.substring(1, segment.length() - 1), values.get(next++));
            }
            return named;
        }
    }

    private static final class Node {
        private final Map<String, Node> literals = new HashMap<>();
        private Optional<Node> parameter = Optional.empty();
        private final Map<String, Routes.Route> byMethod = new TreeMap<>();
    }

    Router(List<Routes.Route> routes) {
        for (var route : routes) {
            var node = root;
            for (var segment : segments(route.path())) {
                if (segment.startsWith("{")) {
                    if (node.parameter.isEmpty()) node.parameter = Optional.of(new Node());
                    node = node.parameter.get();
                } else {
                    node = node.literals.computeIfAbsent(segment, _ -> new Node());
                }
            }
            if (node.byMethod.put(route.method(), route) != null) {
                throw new IllegalStateException("two routes for %s %s".formatted(route.method(), route.path()));
            }
        }
    }

    Optional<Match> match(List<String> segments) {
        return match(root, segments, 0, new ArrayList<>());
    }

    private static Optional<Match> match(Node node, List<String> segments, int at, List<String> values) {
        if (at == segments.size()) {
            return node.byMethod.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Match(node.byMethod, List.copyOf(values)));
        }
        var literal = node.literals.get(segments.get(at));
        if (literal != null) {
            var found = match(literal, segments, at + 1, values);
            if (found.isPresent()) return found;
        }
        if (node.parameter.isEmpty()) return Optional.empty();
        values.add(segments.get(at));
        var found = match(node.parameter.get(), segments, at + 1, values);
        if (found.isEmpty()) values.removeLast();
        return found;
    }

    /// Splits a path, which begins with a slash, into its segments.
    static List<String> segments(String path) {
        var segments = new ArrayList<String>();
        int start = 1;
        while (start <= path.length()) {
            int end = path.indexOf('/', start);
            if (end < 0) end = path.length();
            segments.add(path.substring(start, end));
            start = end + 1;
        }
        return segments;
    }
}
