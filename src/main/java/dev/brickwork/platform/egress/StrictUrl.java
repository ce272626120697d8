package dev.brickwork.platform.egress;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A URL in the one notation we accept. Everything that two parsers could read differently is refused instead of
/// repaired: user info, backslashes, percent signs or Unicode in the host, IPv4 in octal, hex or short form,
/// trailing dots, fragments.
///
/// `host` is in lower case, an IPv6 address without its brackets; `target` is path and query as sent.
record StrictUrl(boolean isSecure, String host, int port, String target, Optional<InetAddress> literal) {
    static final int URL_LENGTH_MAX = 2048;

    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;
    private static final int PORT_MAX = 65_535;
    private static final int HOST_LENGTH_MAX = 253;

    /// Labels of letters, digits and hyphens; the last one starts with a letter, so that no number is ever a name.
    private static final Pattern NAME = Pattern.compile(
            "(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?", Pattern.CASE_INSENSITIVE);

    private static final Pattern IPV4 = Pattern.compile("(?:(?:0|[1-9][0-9]{0,2})\\.){3}(?:0|[1-9][0-9]{0,2})");
    private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-fA-F:.]{2,45}]");
    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");
    private static final Pattern TARGET =
            Pattern.compile("/(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*+"); // possessive: takes no stack

    /// Throws an IllegalArgumentException that says what is wrong, in words for the reader of the API.
    static StrictUrl parse(String url) {
        require(url.length() <= URL_LENGTH_MAX, "is longer than " + URL_LENGTH_MAX + " characters");
        boolean isSecure = url.startsWith("https://");
        require(isSecure || url.startsWith("http://"), "must start with https://");
        var rest = url.substring(isSecure ? "https://".length() : "http://".length());
        int end = endOfAuthority(rest);
        var authority = rest.substring(0, end);
        require(!authority.contains("@"), "must not hold a user name or password");
        int colon = authority.indexOf(':', Math.max(0, authority.indexOf(']')));
        var host = colon < 0 ? authority : authority.substring(0, colon);
        int port = colon < 0 ? (isSecure ? HTTPS_PORT : HTTP_PORT) : port(authority.substring(colon + 1));
        var target = rest.substring(end);
        target = target.startsWith("/") ? target : "/" + target;
        require(TARGET.matcher(target).matches(), "has a path or query that is not plain ASCII without fragment");
        var literal = literal(host);
        require(literal.isPresent() || isName(host), "has a host that is not a plain DNS name or address");
        var plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new StrictUrl(isSecure, plain.toLowerCase(Locale.ROOT), port, target, literal);
    }

    /// Scheme, host and port, always with the port: the form in which an operator names a private host.
    String origin() {
        return (isSecure ? "https://" : "http://") + bracketed() + ":" + port;
    }

    /// The value of the Host header.
    String hostHeader() {
        return port == (isSecure ? HTTPS_PORT : HTTP_PORT) ? bracketed() : bracketed() + ":" + port;
    }

    private String bracketed() {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    private static int endOfAuthority(String rest) {
        for (int i = 0; i < rest.length(); i++) {
            if ("/?#".indexOf(rest.charAt(i)) >= 0) return i;
        }
        return rest.length();
    }

    private static int port(String text) {
        require(PORT.matcher(text).matches() && Integer.parseInt(text) <= PORT_MAX, "has an odd port");
        return Integer.parseInt(text);
    }

    private static boolean isName(String host) {
        return host.length() <= HOST_LENGTH_MAX && NAME.matcher(host).matches();
    }

    private static Optional<InetAddress> literal(String host) {
        try {
            if (IPV4.matcher(host).matches()) return Optional.of(Inet4Address.ofLiteral(host));
            if (!IPV6.matcher(host).matches()) return Optional.empty();
            var address = Inet6Address.ofLiteral(host.substring(1, host.length() - 1));
            require(address instanceof Inet6Address, "hides an IPv4 address in an IPv6 one"); // the JDK unwraps it
            return Optional.of(address);
        } catch (IllegalArgumentException odd) {
            throw new IllegalArgumentException("has a host that is not a plain DNS name or address", odd);
        }
    }

    private static void require(boolean isTrue, String why) {
        if (!isTrue) throw new IllegalArgumentException(why);
    }
}
