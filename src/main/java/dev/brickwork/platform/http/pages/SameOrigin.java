package dev.brickwork.platform.http.pages;

import java.net.URI;
import java.util.Optional;

/// Whether a form was sent by a page of ours. Our pages send no referrer, and browsers then put `null` into
/// `Origin`; they say in `Sec-Fetch-Site` where the page came from. That header exists only over TLS and on
/// localhost: a service on plain http elsewhere is left with what the page itself brings (the form's token, the
/// cookie).
public final class SameOrigin {
    private static final String NO_ORIGIN = "null";
    private final URI base;

    public SameOrigin(String baseUrl) {
        this.base = URI.create(baseUrl);
    }

    public boolean allows(PublicRequest request) {
        var site = request.header("Sec-Fetch-Site");
        if (site.isPresent() && !site.get().equals("same-origin")) return false;
        var origin = request.header("Origin").filter(it -> !it.equals(NO_ORIGIN));
        if (origin.isPresent()) return isOurs(origin.get(), request.header("Host"));
        return site.isPresent() || base.getScheme().equals("http");
    }

    private boolean isOurs(String origin, Optional<String> host) {
        var ours = base.getScheme() + "://" + base.getRawAuthority();
        if (origin.equalsIgnoreCase(ours)) return true;
        int authority = origin.indexOf("://");
        return authority > 0
                && host.filter(it -> origin.substring(authority + 3).equalsIgnoreCase(it))
                        .isPresent();
    }
}
