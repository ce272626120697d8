package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.PlantedDefect;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `check` finds terms that did not move with their pauses.
@Tag("verify")
final class SubscriptionDefectsTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    /// Ten days without service, and as many more planned.
    @BeforeAll
    static void aPausedYear() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 3, ""));
        shop.pause(id, "2025-02-10", "2025-02-20");
        shop.seller.advanceTo("2025-03-01T08:00:00Z");
        shop.pause(id, "2025-05-10", "2025-05-20");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            UPDATE subscription SET ends_on = ends_on + 1
            UPDATE pause SET resumed_on = resumed_on - 1
            UPDATE pause SET scheduled_resume_on = scheduled_resume_on - 1 WHERE resumed_on IS NULL
            DELETE FROM pause WHERE resumed_on IS NULL
            UPDATE pause SET resumed_on = '2025-05-11' WHERE resumed_on IS NOT NULL
            UPDATE pause SET resumed_on = NULL, resumed_at = NULL, scheduled_resume_on = NULL WHERE resumed_on IS NOT NULL
            """)
    void isFound(String defect) {
        assertThat(PlantedDefect.found(
                        HOUSE,
                        defect,
                        "ALTER TABLE pause DROP CONSTRAINT pauses_do_not_overlap",
                        "DROP INDEX one_open_pause"))
                .anyMatch(sentence -> sentence.startsWith("I14"));
    }
}
