package dev.brickwork.platform.http.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
final class PeersTest {
    private static final Peers PEERS = new Peers(Set.of("10.0.0.1", "10.0.0.2", "::1"));

    /// The last one that no trusted proxy added; a stranger's own header changes nothing.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    203.0.113.9              |                          | 203.0.113.9
                    203.0.113.9              | 198.51.100.1             | 203.0.113.9
                    10.0.0.1                 | 198.51.100.1             | 198.51.100.1
                    10.0.0.1                 | 1.1.1.1, 198.51.100.1    | 198.51.100.1
                    10.0.0.1                 | 198.51.100.1, 10.0.0.2   | 198.51.100.1
                    10.0.0.1                 | nonsense                 | 10.0.0.1
                    10.0.0.1                 |                          | 10.0.0.1
                    0:0:0:0:0:0:0:1          | 2001:db8::7              | 2001:db8::7
                    0:0:0:0:0:0:0:1          |                          | ::1
                    2001:db8:0:0:1:0:0:0     |                          | 2001:db8:0:0:1::
                    2001:db8:0:0:0:0:0:1     |                          | 2001:db8::1
                    fe80:0:0:0:1:2:3:4%eth0  |                          | fe80::1:2:3:4
                    """)
    void theAddressIsTheLastOneThatCanBeBelieved(String connected, String forwarded, String expected) {
        var values = forwarded == null ? List.<String>of() : List.of(forwarded);
        assertThat(PEERS.address(connected, values)).isEqualTo(expected);
    }
}
