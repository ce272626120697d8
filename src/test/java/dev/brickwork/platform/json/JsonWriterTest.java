package dev.brickwork.platform.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.support.Property;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
final class JsonWriterTest {
    @Test
    void momentsReadAsTheStandardWritesThem() {
        Property.holds(2_000, random -> {
            var moment = someMoment(random);

            assertThat(JsonWriter.text(moment)).isEqualTo(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(moment));
        });
    }

    /// Often a full second, minute or day, and fractions of every length.
    private static OffsetDateTime someMoment(Random random) {
        var day = LocalDateTime.of(2000, 1, 1, 0, 0).plusDays(random.nextInt(73_000));
        var time = day.plusSeconds(random.nextBoolean() ? 0 : random.nextInt(86_400));
        int unit = (int) Math.powExact(10L, random.nextInt(10));
        var exact = random.nextBoolean() ? time : time.plusNanos((long) random.nextInt(1_000_000_000 / unit) * unit);
        int offset = random.nextBoolean() ? 0 : random.nextInt(-57_600, 57_600);
        return exact.atOffset(ZoneOffset.ofTotalSeconds(random.nextBoolean() ? offset : offset / 900 * 900));
    }
}
