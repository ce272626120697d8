package dev.brickwork.sellers.keys;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// Addresses from which a key may be used: one of them, or all that share a prefix (`203.0.113.0/24`).
public record AddressRange(String text, BigInteger network, int bits, int length) {
    /// All four numbers, or IPv6: the JDK also reads `10` and `10.1` as addresses, which are most likely mistakes.
    private static final Pattern SPELLING =
            Pattern.compile("([0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)(/[0-9]{1,3})?");

    static Optional<AddressRange> parse(String text) {
        if (!SPELLING.matcher(text).matches()) return Optional.empty();
        int slash = text.indexOf('/');
        try {
            var address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash))
                    .getAddress();
            int bits = address.length * Byte.SIZE;
            int length = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
            if (length < 0 || length > bits) return Optional.empty();
            return Optional.of(new AddressRange(text, number(address).shiftRight(bits - length), bits, length));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty(); // Neither an address nor a number: names are not looked up.
        }
    }

    /// An IPv4 address that comes as a mapped IPv6 one is the IPv4 address; the JDK reads it so by itself.
    boolean holds(String address) {
        try {
            var bytes = InetAddress.ofLiteral(address).getAddress();
            return bytes.length * Byte.SIZE == bits
                    && number(bytes).shiftRight(bits - length).equals(network);
        } catch (IllegalArgumentException unreadable) {
            return false;
        }
    }

    /// Whether it holds every address of the other range.
    boolean contains(AddressRange other) {
        return other.bits == bits
                && other.length >= length
                && other.network.shiftRight(other.length - length).equals(network);
    }

    private static BigInteger number(byte[] address) {
        return new BigInteger(1, address);
    }
}
