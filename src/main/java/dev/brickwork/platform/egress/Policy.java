package dev.brickwork.platform.egress;

import java.util.Set;

/// The destinations that a caller may reach beyond https to the public internet.
///
/// `loopbackHttp` is for test sellers on the embedded database, or where a setting allows it: plain http to
/// loopback on any port. `privateOrigins` are the hosts of a self-hoster's own network, each named whole
/// (`https://hooks.lan:9443`, `http://10.0.0.7:8080`), so that naming one never opens its neighbour.
public record Policy(boolean loopbackHttp, Set<String> privateOrigins) {
    /// Live sellers, and everybody until a setting says otherwise.
    public static final Policy PUBLIC_ONLY = new Policy(false, Set.of());

    public Policy {
        privateOrigins = Set.copyOf(privateOrigins);
        for (var origin : privateOrigins) {
            var url = StrictUrl.parse(origin);
            if (!url.origin().equals(origin)) {
                throw new IllegalArgumentException(
                        "a private host is written %s, not %s".formatted(url.origin(), origin));
            }
        }
    }

    boolean names(StrictUrl url) {
        return privateOrigins.contains(url.origin());
    }
}
