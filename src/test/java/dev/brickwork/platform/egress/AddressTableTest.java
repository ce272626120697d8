package dev.brickwork.platform.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
class AddressTableTest {
    /// Both edges of every prefix and their neighbours on the outside.
    @ParameterizedTest
    @CsvSource(textBlock = """
            0.0.0.0,          no
            0.255.255.255,    no
            1.0.0.0,          yes
            9.255.255.255,    yes
            10.0.0.0,         no
            10.255.255.255,   no
            11.0.0.0,         yes
            100.63.255.255,   yes
            100.64.0.0,       no
            100.127.255.255,  no
            100.128.0.0,      yes
            126.255.255.255,  yes
            127.0.0.0,        no
            127.255.255.255,  no
            128.0.0.0,        yes
            168.63.129.15,    yes
            168.63.129.16,    no
            168.63.129.17,    yes
            169.253.255.255,  yes
            169.254.0.0,      no
            169.254.255.255,  no
            169.255.0.0,      yes
            172.15.255.255,   yes
            172.16.0.0,       no
            172.31.255.255,   no
            172.32.0.0,       yes
            191.255.255.255,  yes
            192.0.0.0,        no
            192.0.0.255,      no
            192.0.1.0,        yes
            192.0.1.255,      yes
            192.0.2.0,        no
            192.0.2.255,      no
            192.0.3.0,        yes
            192.88.98.255,    yes
            192.88.99.0,      no
            192.88.99.255,    no
            192.88.100.0,     yes
            192.167.255.255,  yes
            192.168.0.0,      no
            192.168.255.255,  no
            192.169.0.0,      yes
            198.17.255.255,   yes
            198.18.0.0,       no
            198.19.255.255,   no
            198.20.0.0,       yes
            198.51.99.255,    yes
            198.51.100.0,     no
            198.51.100.255,   no
            198.51.101.0,     yes
            203.0.112.255,    yes
            203.0.113.0,      no
            203.0.113.255,    no
            203.0.114.0,      yes
            223.255.255.255,  yes
            224.0.0.0,        no
            239.255.255.255,  no
            240.0.0.0,        no
            255.255.255.255,  no
            """)
    void ipv4(String address, String isGlobal) {
        assertThat(AddressTable.isGlobal(InetAddress.ofLiteral(address))).isEqualTo(isGlobal.equals("yes"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            00000000000000000000000000000000, no
            00000000000000000000000000000001, no
            0000000000000000000000007f000001, no
            0000000000000000ffff00007f000001, no
            00ffffffffffffffffffffffffffffff, no
            0064ff9b000000000000000008080808, no
            0064ff9b000100000000000008080808, no
            01000000000000000000000000000001, no
            1fffffffffffffffffffffffffffffff, no
            20000000000000000000000000000000, yes
            20010000000000000000000000000000, no
            200101ffffffffffffffffffffffffff, no
            20010200000000000000000000000000, yes
            20010db7ffffffffffffffffffffffff, yes
            20010db8000000000000000000000000, no
            20010db8ffffffffffffffffffffffff, no
            20010db9000000000000000000000000, yes
            2001ffffffffffffffffffffffffffff, yes
            20020000000000000000000000000000, no
            2002ffffffffffffffffffffffffffff, no
            20030000000000000000000000000000, yes
            26064700000000000000000000001111, yes
            3ffeffffffffffffffffffffffffffff, yes
            3fff0000000000000000000000000000, no
            3fff0fffffffffffffffffffffffffff, no
            3fff1000000000000000000000000000, yes
            3fffffffffffffffffffffffffffffff, yes
            40000000000000000000000000000000, no
            5f000000000000000000000000000001, no
            fbffffffffffffffffffffffffffffff, no
            fc000000000000000000000000000000, no
            fdffffffffffffffffffffffffffffff, no
            fe800000000000000000000000000001, no
            fec00000000000000000000000000001, no
            ff020000000000000000000000000001, no
            ffffffffffffffffffffffffffffffff, no
            """)
    void ipv6(String bytes, String isGlobal) throws UnknownHostException {
        var address = InetAddress.getByAddress(HexFormat.of().parseHex(bytes));
        assertThat(AddressTable.isGlobal(address)).isEqualTo(isGlobal.equals("yes"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            10.1.2.3,        yes
            100.64.0.1,      yes
            127.0.0.1,       yes
            172.16.0.1,      yes
            192.168.1.1,     yes
            ::1,             yes
            fd00::1,         yes
            169.254.169.254, no
            fe80::1,         no
            0.0.0.0,         no
            ::,              no
            224.0.0.1,       no
            8.8.8.8,         no
            """)
    void privateAddressesAreThoseAnOperatorMayName(String address, String isPrivate) {
        assertThat(AddressTable.isPrivate(InetAddress.ofLiteral(address))).isEqualTo(isPrivate.equals("yes"));
    }
}
