package dev.brickwork.platform.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
class RetryAfterTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            0                              | PT0S
            120                            | PT2M
            ' 5 '                          | PT5S
            86400                          | PT24H
            86401                          | PT24H
            9999999999                     | PT24H
            99999999999                    | none
            -1                             | none
            1.5                            | none
            soon                           | none
            ''                             | none
            Wed, 01 Jan 2025 00:01:00 GMT  | PT1M
            Tue, 31 Dec 2024 23:00:00 GMT  | PT0S
            Sat, 01 Jan 2028 00:00:00 GMT  | PT24H
            2025-01-01T00:01:00Z           | none
            """)
    void secondsAndDates(String header, Duration wait) {
        var now = Instant.parse("2025-01-01T00:00:00Z");
        assertThat(RetryAfter.parse(header, now)).isEqualTo(Optional.ofNullable(wait));
    }
}
