package dev.brickwork.platform.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Decides whether a URL that a stranger gave us may be called. Asked when an endpoint is registered
/// and again at each attempt, because a name may point elsewhere by then. Errors close, never open.
public final class Guard {
    private static final Set<Integer> PORTS = Set.of(443, 8443);
    private static final String NOT_PUBLIC = "does not resolve to public addresses only";

    private final Resolver resolver;

    public Guard(Resolver resolver) {
        this.resolver = resolver;
    }

    public sealed interface Verdict {
        /// The target holds the addresses that were checked; only these may be dialled.
        record Allowed(Target target) implements Verdict {}

        /// `why` completes a sentence that starts with "url", for the reader of the API.
        record Refused(String why) implements Verdict {}

        /// No name server knows the host at present, so nothing can be sent there. Told only to those who may
        /// reach this machine anyway; others would learn by it which names there are behind us.
        record Unknown() implements Verdict {}
    }

    /// A fault in how the URL is written, wherever it leads and whatever the caller may reach.
    public static Optional<String> fault(String url) {
        try {
            StrictUrl.parse(url);
            return Optional.empty();
        } catch (IllegalArgumentException odd) {
            return Optional.of(String.valueOf(odd.getMessage()));
        }
    }

    public Verdict check(String url, Policy policy) {
        var fault = fault(url);
        if (fault.isPresent()) return new Verdict.Refused(fault.get());
        var strict = StrictUrl.parse(url);
        if (policy.names(strict)) {
            return resolved(
                    strict, policy, address -> AddressTable.isGlobal(address) || AddressTable.isPrivate(address));
        }
        if (!strict.isSecure()) return plain(strict, policy);
        if (!PORTS.contains(strict.port())) return new Verdict.Refused("must use port 443 or 8443");
        if (strict.literal().isEmpty() && !strict.host().contains(".")) return new Verdict.Refused(NOT_PUBLIC);
        return resolved(strict, policy, AddressTable::isGlobal);
    }

    /// Without TLS only loopback, and only for those who may.
    private Verdict plain(StrictUrl url, Policy policy) {
        boolean isLoopback =
                url.literal().map(AddressTable::isLoopback).orElse(url.host().equals("localhost"));
        if (!policy.loopbackHttp() || !isLoopback) return new Verdict.Refused("must start with https://");
        return resolved(url, policy, AddressTable::isLoopback);
    }

    /// One bad address among good ones refuses all: the caller must not be able to choose by asking again.
    private Verdict resolved(StrictUrl url, Policy policy, Predicate<InetAddress> isAllowed) {
        try {
            var addresses = url.literal().isPresent()
                    ? List.of(url.literal().get())
                    : List.copyOf(resolver.resolve(url.host()));
            if (addresses.isEmpty() || !addresses.stream().allMatch(isAllowed)) return new Verdict.Refused(NOT_PUBLIC);
            return new Verdict.Allowed(new Target(url, addresses));
        } catch (UnknownHostException unknown) {
            // The same words, so that names behind us cannot be guessed.
            return policy.loopbackHttp() ? new Verdict.Unknown() : new Verdict.Refused(NOT_PUBLIC);
        }
    }
}
