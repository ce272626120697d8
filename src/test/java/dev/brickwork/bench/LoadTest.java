package dev.brickwork.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Mode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The bench itself: every scenario sets itself up, and all its requests are answered well.
@Tag("full")
final class LoadTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.own();

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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gett               | There is no scenario or option 'gett'
            get --requests     | There is no scenario or option '--requests'
            get --requests abc | There is no scenario or option '--requests abc'
            """)
    void aSlipIsNamedAndNothingIsMeasured(String line, String sentence) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();

        assertThat(Bench.run(List.of(line.split(" ")), stream(out), stream(err)))
                .isEqualTo(2);

        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith(sentence);
        assertThat(out.size()).isZero();
    }

    @Test
    void aWorkingDayAsksForWhatIsThere() throws IOException {
        int port = URI.create(HOUSE.address()).getPort();
        var desk = new DayDesk(Client.at(port, HOUSE.seller(Mode.LIVE, Zone.UTC).key()));
        var random = new Random(1);
        var kinds = new HashSet<String>();
        try (var wire = new Wire(port)) {
            for (int i = 0; i < 20 * REQUESTS; i++) {
                var ask = desk.next(random);
                var reply = wire.reply(ask.request());
                assertThat(reply.status()).as(reply.body()).isLessThan(300);
                ask.then().accept(JsonReader.stored(reply.body()));
                kinds.add(ask.kind());
            }
        }
        assertThat(kinds).containsExactlyInAnyOrder("read", "usage", "order", "start", "invoice", "payment", "void");
    }

    @Test
    void anAnswerThatIsNoSuccessIsCounted() {
        int port = URI.create(HOUSE.address()).getPort();
        var request = Client.at(port, "no key").bytes("GET", "/seller", "");

        assertThat(new Load(port, 1).run(_ -> request, 5).failures()).isEqualTo(5);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
