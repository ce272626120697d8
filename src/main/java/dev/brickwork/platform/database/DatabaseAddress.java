package dev.brickwork.platform.database;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where a database is and who we are there. The password never shows in `toString`, so an address may be logged.
public record DatabaseAddress(String jdbcUrl, Optional<String> user, Optional<String> password) {
    private static final String JDBC_PREFIX = "jdbc:postgresql:";
    private static final Pattern OPTIONS = Pattern.compile("(?<=[?&])options=[^&]*");

    /// Reads a JDBC url (`jdbc:postgresql://host:5432/name?user=…&password=…`) or the form that hosting services
    /// hand out (`postgres://user:password@host:5432/name`), with one host or several. Empty when it is neither.
    public static Optional<DatabaseAddress> parse(String text) {
        try {
            if (text.startsWith(JDBC_PREFIX)) return Optional.of(ofJdbc(text));
            if (text.startsWith("postgres://") || text.startsWith("postgresql://")) return ofHosting(URI.create(text));
            return Optional.empty();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty(); // URI.create and the decoder tell of bad syntax this way.
        }
    }

    private static Optional<DatabaseAddress> ofHosting(URI uri) {
        var authority = uri.getRawAuthority(); // It may name several hosts, or one like db_1, which URIs do not know.
        if (authority == null || uri.getRawPath().length() < 2) return Optional.empty();
        int at = authority.lastIndexOf('@');
        var hosts = authority.substring(at + 1);
        if (hosts.isEmpty()) return Optional.empty();
        var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        var account = at < 0
                ? Optional.<String[]>empty()
                : Optional.of(authority.substring(0, at).split(":", 2));
        return Optional.of(new DatabaseAddress(
                JDBC_PREFIX + "//" + hosts + uri.getRawPath() + query,
                account.map(parts -> decoded(parts[0])),
                account.filter(parts -> parts.length == 2).map(parts -> decoded(parts[1]))));
    }

    /// With options for each session, after those that the address brings: given beside it, the driver would leave them
    /// out.
    public String urlWith(String options) {
        var ours = URLEncoder.encode(options, StandardCharsets.UTF_8);
        var theirs = OPTIONS.matcher(jdbcUrl);
        if (theirs.find()) return theirs.replaceFirst(found -> found.group() + "+" + ours);
        return jdbcUrl + (jdbcUrl.contains("?") ? "&" : "?") + "options=" + ours;
    }

    /// Host, port and name alone: fit for a message to the operator.
    public String place() {
        var end = jdbcUrl.indexOf('?') < 0 ? jdbcUrl.length() : jdbcUrl.indexOf('?');
        return jdbcUrl.substring(JDBC_PREFIX.length(), end).replaceFirst("^//", "");
    }

    @Override
    public String toString() {
        return "DatabaseAddress[" + place() + "]";
    }

    /// Takes user and password out of the url's query, so that they travel as properties and never in a log line.
    private static DatabaseAddress ofJdbc(String url) {
        var queryStart = url.indexOf('?');
        if (queryStart < 0) return new DatabaseAddress(url, Optional.empty(), Optional.empty());
        var user = Optional.<String>empty();
        var password = Optional.<String>empty();
        var rest = new StringBuilder(url.substring(0, queryStart));
        var separator = '?';
        for (var parameter : url.substring(queryStart + 1).split("&", -1)) {
            if (parameter.startsWith("user=")) {
                user = Optional.of(decoded(parameter.substring("user=".length())));
            } else if (parameter.startsWith("password=")) {
                password = Optional.of(decoded(parameter.substring("password=".length())));
            } else {
                rest.append(separator).append(parameter);
                separator = '&';
            }
        }
        return new DatabaseAddress(rest.toString(), user, password);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
