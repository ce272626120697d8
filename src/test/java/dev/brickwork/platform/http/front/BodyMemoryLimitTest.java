package dev.brickwork.platform.http.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.http.Body;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
final class BodyMemoryLimitTest {
    private static final long LARGEST = Body.BATCH_BYTES_MAX;

    @Test
    void oneClientGetsHalfAndSmallBodiesAlwaysPass() {
        var room = new BodyMemoryLimit(4 * LARGEST);
        assertThat(room.enter("a", LARGEST)).isTrue();
        assertThat(room.enter("a", LARGEST)).isTrue();
        assertThat(room.enter("a", 20_000)).as("half is taken").isFalse();
        assertThat(room.enter("b", LARGEST)).isTrue();
        assertThat(room.enter("c", LARGEST)).isTrue();
        assertThat(room.enter("d", 20_000)).as("all is taken").isFalse();
        assertThat(room.enter("a", 0)).isTrue();
        assertThat(room.enter("d", 0)).isTrue();

        room.leave("a", 0);
        room.leave("a", LARGEST);
        assertThat(room.enter("a", LARGEST)).isTrue();
        room.leave("b", LARGEST);
        assertThat(room.enter("d", LARGEST)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "000, 0", "20000, 20000", "0000010485760, 10485760", "10000000000, 9223372036854775807"})
    void zerosInFrontChangeNothing(String length, long announced) {
        assertThat(BodyMemoryLimit.announced(length)).isEqualTo(announced);
    }

    /// However little memory there is, the largest body that is allowed has room.
    @Test
    void theLargestBodyPassesOnTheSmallestHeap() {
        var room = new BodyMemoryLimit(1);
        assertThat(room.enter("a", LARGEST)).isTrue();
        assertThat(room.enter("b", LARGEST)).isTrue();
        assertThat(room.enter("c", 20_000)).isFalse();
    }
}
