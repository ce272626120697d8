package dev.brickwork.platform.egress;

import java.net.InetAddress;
import java.util.List;

/// A URL that passed the [Guard], with the addresses that were checked. Only the guard makes one.
public final class Target {
    private final StrictUrl url;
    private final List<InetAddress> addresses;

    Target(StrictUrl url, List<InetAddress> addresses) {
        this.url = url;
        this.addresses = List.copyOf(addresses);
    }

    StrictUrl url() {
        return url;
    }

    List<InetAddress> addresses() {
        return addresses;
    }
}
