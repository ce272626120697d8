package dev.brickwork.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.support.Property;
import dev.brickwork.support.TestPostgres;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that entries written by binary COPY are read back unchanged, to the last digit.
@Tag("fast")
@Tag("full")
@Tag("soak")
final class CopyRowsTest {
    @AutoClose
    private static final Database DATABASE = TestPostgres.database();

    @Test
    void everyEntryComesBackAsItWent() {
        var store = new IngestStore();
        Property.holds(Property.cases(5, 50), random -> {
            var caller = new Caller(new SellerId(Ids.next()), "test", "test", Instant.now());
            var rows = new ArrayList<IngestStore.Row>();
            for (int i = 0; i < 300; i++) rows.add(new IngestStore.Row(caller, someEntry(random, "t" + i)));
            DATABASE.inTransaction(caller, tx -> {
                store.copy(tx, rows);
                return rows.size();
            });
            var entries = new EntryStore();
            for (var row : rows) {
                var id = row.entry().transactionId().orElseThrow();
                var found =
                        DATABASE.read(tx -> entries.newest(tx.as(caller), id)).orElseThrow();
                assertThat(found.entry().value())
                        .isEqualByComparingTo(row.entry().value());
                assertThat(found.entry().isSame(row.entry())).isTrue();
                assertThat(found.recordedAt()).isEqualTo(caller.now());
            }
        });
    }

    private static UsageEntry someEntry(Random random, String id) {
        var digits = new BigInteger(1 + random.nextInt(86), random);
        var value = new BigDecimal(digits, random.nextInt(13));
        while (value.abs().compareTo(BigDecimal.valueOf(100_000_000_000_000L)) >= 0)
            value = value.movePointLeft(3).setScale(12, java.math.RoundingMode.DOWN);
        if (random.nextInt(8) == 0) value = BigDecimal.TEN.pow(random.nextInt(14));
        if (random.nextInt(8) == 0) value = new BigDecimal("1E-" + random.nextInt(13));
        if (random.nextInt(10) == 0) value = new BigDecimal("1E+" + random.nextInt(14));
        if (random.nextInt(20) == 0) value = BigDecimal.ZERO;
        if (random.nextBoolean()) value = value.negate();
        var time = Instant.ofEpochSecond(946_684_800L + random.nextInt(), random.nextInt(1_000_000) * 1000L);
        return new UsageEntry(
                Optional.of(id),
                new UUID(random.nextLong(), random.nextLong()),
                new UUID(random.nextLong(), random.nextLong()),
                value,
                time,
                random.nextBoolean() ? Optional.empty() : Optional.of("{\"a\":\"é\"}"));
    }
}
