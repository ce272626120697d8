package dev.brickwork.platform.http.front;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// From which network address a request came. Behind a proxy the connection says only where the proxy is; a proxy
/// that is trusted says in `X-Forwarded-For` who came to it. What strangers write there is not believed.
public final class Peers {
    private static final Pattern ZEROS = Pattern.compile("(^|:)0(:0)+(:|$)");

    private final Set<InetAddress> proxies;

    /// Believes the forwarding headers of these alone.
    ///
    /// @param trustedProxies the addresses of proxies, as numbers
    public Peers(Set<String> trustedProxies) {
        this.proxies = trustedProxies.stream().map(InetAddress::ofLiteral).collect(Collectors.toUnmodifiableSet());
    }

    /// @param connected the other end of the connection
    /// @param forwarded the values of `X-Forwarded-For`, in order
    String address(String connected, List<String> forwarded) {
        var nearest = literal(connected);
        if (nearest.isEmpty()) return connected;
        var found = nearest.get();
        var chain = new ArrayList<String>();
        for (var value : forwarded) chain.addAll(List.of(value.split(",", -1)));
        for (int i = chain.size() - 1; i >= 0 && proxies.contains(found); i--) {
            var before = literal(chain.get(i).strip());
            if (before.isEmpty()) break;
            found = before.get();
        }
        return shown(found);
    }

    private static Optional<InetAddress> literal(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    /// The usual short form: the longest row of zeros left out.
    private static String shown(InetAddress address) {
        var text = address.getHostAddress();
        int scope = text.indexOf('%');
        if (scope >= 0) text = text.substring(0, scope);
        if (text.indexOf(':') < 0) return text;
        var longest = Optional.<Matcher>empty();
        int length = 0;
        var runs = ZEROS.matcher(text);
        for (int from = 0; runs.find(from); from = runs.end() - 1) {
            if (runs.end() - runs.start() > length) {
                length = runs.end() - runs.start();
                longest = Optional.of(ZEROS.matcher(text).region(runs.start(), text.length()));
            }
            if (runs.end() >= text.length()) break;
        }
        return longest.isEmpty() ? text : shortened(text, longest.get());
    }

    private static String shortened(String text, Matcher run) {
        run.useAnchoringBounds(false);
        return run.find() ? text.substring(0, run.start()) + "::" + text.substring(run.end()) : text;
    }
}
