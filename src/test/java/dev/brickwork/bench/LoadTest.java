package dev.brickwork.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import dev.brickwork.kernel.calendar.Zone;
import dev.brickwork.sellers.Mode;
import java.net.URI;
import org.junit.jupiter.api.Test;

/// The bench itself: every scenario sets itself up, and all its requests are answered well.
final class LoadTest {
    private static final House HOUSE = House.withoutFollowUp();
    private static final int REQUESTS = 20;

    @Test
    void everyScenarioRuns() {
        int port = URI.create(HOUSE.address()).getPort();
        for (var scenario : Bench.SCENARIOS) {
            var client = Client.at(port, HOUSE.seller(Mode.LIVE, Zone.UTC).key());

            var outcome = new Load(port, 4).run(scenario.prepare(client, REQUESTS), REQUESTS);

            assertThat(outcome.count()).as(scenario.name()).isEqualTo(REQUESTS);
            assertThat(outcome.failures()).as(scenario.name()).isZero();
            assertThat(outcome.latencyMicros(500)).as(scenario.name()).isPositive();
        }
    }

    @Test
    void anAnswerThatIsNoSuccessIsCounted() {
        int port = URI.create(HOUSE.address()).getPort();
        var request = Client.at(port, "no key").bytes("GET", "/seller", "");

        assertThat(new Load(port, 1).run(_ -> request, 5).failures()).isEqualTo(5);
    }
}
