package dev.brickwork.platform.egress;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/// Which addresses are the public internet, by our own table: the JDK's predicates know neither
/// carrier-grade NAT nor the ways to write an IPv4 address inside an IPv6 one.
final class AddressTable {
    private static final int IPV4_BITS = 32;
    private static final int IPV6_BITS = 128;

    private static final List<Prefix> NOT_GLOBAL_IPV4 = prefixes(
            "0.0.0.0/8", // this network
            "10.0.0.0/8",
            "100.64.0.0/10", // carrier-grade NAT
            "127.0.0.0/8",
            "168.63.129.16/32", // a public number that a large cloud answers from inside the host
            "169.254.0.0/16", // link local, and with it the metadata services
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24", // 6to4 relays
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4"); // reserved, and the broadcast address

    /// The only part of IPv6 that is handed out as global unicast; all else is refused without a name.
    private static final Prefix GLOBAL_IPV6 = Prefix.of("2000::/3");

    private static final List<Prefix> NOT_GLOBAL_IPV6 = prefixes(
            "::/8", // unspecified, loopback, mapped and compatible IPv4
            "64:ff9b::/96", // NAT64
            "64:ff9b:1::/48",
            "100::/64",
            "2001::/23", // Teredo and other protocols
            "2001:db8::/32",
            "2002::/16", // 6to4
            "3fff::/20", // documentation
            "fc00::/7",
            "fe80::/10",
            "fec0::/10",
            "ff00::/8");

    private static final List<Prefix> PRIVATE = prefixes(
            "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7");

    private static final List<Prefix> LOOPBACK = prefixes("127.0.0.0/8", "::1/128");

    private AddressTable() {}

    private record Prefix(BigInteger network, int bits, int length) {
        static Prefix of(String text) {
            int slash = text.indexOf('/');
            var address = InetAddress.ofLiteral(text.substring(0, slash)).getAddress();
            int bits = address.length * Byte.SIZE;
            int length = Integer.parseInt(text.substring(slash + 1));
            return new Prefix(new BigInteger(1, address).shiftRight(bits - length), bits, length);
        }

        boolean holds(BigInteger address, int addressBits) {
            return bits == addressBits && address.shiftRight(bits - length).equals(network);
        }
    }

    /// A host on the public internet, which anyone may be sent to.
    static boolean isGlobal(InetAddress address) {
        var bytes = address.getAddress();
        var number = new BigInteger(1, bytes);
        return switch (bytes.length * Byte.SIZE) {
            case IPV4_BITS -> NOT_GLOBAL_IPV4.stream().noneMatch(prefix -> prefix.holds(number, IPV4_BITS));
            case IPV6_BITS ->
                GLOBAL_IPV6.holds(number, IPV6_BITS)
                        && NOT_GLOBAL_IPV6.stream().noneMatch(prefix -> prefix.holds(number, IPV6_BITS));
            default -> false;
        };
    }

    /// Whether the address is in a private network, reachable only if the operator named the host. Link-local
    /// addresses are not private here: no webhooks are served there, and metadata services are.
    static boolean isPrivate(InetAddress address) {
        return isIn(PRIVATE, address);
    }

    static boolean isLoopback(InetAddress address) {
        return isIn(LOOPBACK, address);
    }

    private static boolean isIn(List<Prefix> prefixes, InetAddress address) {
        var bytes = address.getAddress();
        var number = new BigInteger(1, bytes);
        return prefixes.stream().anyMatch(prefix -> prefix.holds(number, bytes.length * Byte.SIZE));
    }

    private static List<Prefix> prefixes(String... texts) {
        return Stream.of(texts).map(Prefix::of).toList();
    }
}
