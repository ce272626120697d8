package dev.brickwork.house;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.support.BadInput;
import dev.brickwork.support.Contract;
import dev.brickwork.support.LoggedFaults;
import dev.brickwork.support.Property;
import dev.brickwork.support.Tier;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Whatever is sent, to whatever route: never a 5xx, always an answer that the contract tells of. Over a
/// plain socket, because no decent client would send these.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class BadInputScenarioTest {
    private static final TestServer HOUSE = TestServer.sharedWithFollowUp();
    private static final int BODIES_PER_OPERATION = Property.cases(6, 2_000);

    /// A body that is wrong as a whole never reaches its operation: one operation of each way to take a body meets all
    /// of them, each other one some.
    private static final int WHOLES_PER_OPERATION = Tier.current().isFresh() ? Integer.MAX_VALUE : 6;

    private record Reply(int status, Map<String, List<String>> headers, byte[] body) {}

    @Test
    void noInputBreaksTheService() {
        var seed = seed();
        var random = new Random(seed);
        var seller = HOUSE.seller();
        var ways = new HashSet<String>();
        try (var logged = new LoggedFaults()) {
            for (var operation : Contract.operations()) {
                if (operation.planned()) continue;
                int wholes = ways.add(wayToTakeABody(operation)) ? Integer.MAX_VALUE : WHOLES_PER_OPERATION;
                for (var raw : BadInput.bodies(operation, random, wholes, BODIES_PER_OPERATION)) {
                    var path = BadInput.path(operation, random) + "?" + BadInput.query(operation, random);
                    answers(operation, seller.key(), path, raw, seed);
                }
            }
            assertThat(logged.traces()).isEmpty();
        }
    }

    private static String wayToTakeABody(Contract.Operation operation) {
        var types =
                Contract.file().at(operation.pointer() + "/requestBody/content").fieldNames();
        return operation.method() + " " + String.join(" ", (Iterable<String>) () -> types);
    }

    /// Sends bad input with the ids of existing objects, so that faults are met behind the check that the object
    /// exists. Deletions come last; the test clock is left out, since one that has left its century would end all
    /// else.
    @Test
    void noInputBreaksWhatIsThere() {
        var seed = seed();
        var random = new Random(seed);
        var seller = HOUSE.sellerAt("2025-02-01T00:00:00Z");
        var ids = OneOfEach.madeBy(seller);
        var operations = new ArrayList<>(Contract.operations());
        operations.sort(Comparator.comparing(operation -> operation.method().equals("DELETE")));
        for (var operation : operations) {
            if (operation.planned() || operation.path().startsWith("/test-clock")) continue;
            for (var raw : BadInput.faulty(operation, ids, random, BODIES_PER_OPERATION)) {
                var path = BadInput.path(operation, ids) + "?" + BadInput.query(operation, random);
                answers(operation, seller.key(), path, raw, seed);
            }
        }
    }

    private static long seed() {
        var replay = Long.getLong("seed");
        return replay != null ? replay : Tier.current().isFresh() ? new Random().nextLong() : 1;
    }

    private static void answers(Contract.Operation operation, String key, String path, BadInput.Raw raw, long seed) {
        var sent = "-Dseed=%d %s %s, %s".formatted(seed, operation.method(), path, raw.what());
        Reply reply;
        try {
            reply = send(operation.method(), path, key, raw);
        } catch (IOException silent) {
            throw new AssertionError(sent + ": no answer", silent);
        }
        assertThat(reply.status)
                .as("%s: %s", sent, new String(reply.body, UTF_8))
                .isBetween(200, 499);
        if (reply.status == 413 || reply.status == 415) {
            // Common to all routes, whether their operation takes a body or not.
            assertThat(new String(reply.body, UTF_8)).contains("ERR_BAD_REQUEST");
            return;
        }
        // Only the answer is judged: we are kinder to requests than the contract, for example to a null.
        var meant = BadInput.sample(operation).map(sample -> sample.toString().getBytes(UTF_8));
        Contract.check(operation.method(), path, meant.orElse(null), reply.status, reply.headers, reply.body);
    }

    /// The service reads the parameters that the contract names: nonsense for the order of a list is refused, and a
    /// body that lacks required fields is told each of them by name.
    @Test
    void whatTheContractNamesIsRead() {
        var seller = HOUSE.seller();
        for (var operation : Contract.operations()) {
            if (!operation.pathParameters().isEmpty() || operation.scope().equals("operator")) continue;
            var parameters =
                    Contract.file().at(operation.pointer() + "/parameters").toString();
            if (operation.method().equals("GET") && parameters.contains("Ordering")) {
                seller.get(operation.path() + "?ordering=nonsense").is(400, "\"ordering\":[");
            }
            var required = required(operation);
            if (required.isEmpty()) continue;
            var told = seller.send(operation.method(), operation.path(), "{}")
                    .is(400)
                    .json();
            assertThat(told.at("/error/details/fields").fieldNames())
                    .as(operation.id())
                    .toIterable()
                    .containsAll(required);
        }
    }

    /// Where the contract takes a day or a moment, both are taken.
    @Test
    void aDayStandsWhereAMomentMay() {
        var seller = HOUSE.seller();
        for (var operation : Contract.operations()) {
            if (!operation.method().equals("GET") || !operation.pathParameters().isEmpty()) continue;
            for (var parameter : Contract.file().at(operation.pointer() + "/parameters")) {
                if (!parameter.path("schema").toString().contains("/DateOrDatetime")) continue;
                var query = operation.path() + "?" + parameter.path("name").asText() + "=";
                seller.get(query + "2026-01-31").is(200);
                seller.get(query + "2026-01-31T09:00:00Z").is(200);
            }
        }
    }

    /// A list names all faults of its query at once: its page, its order, whether it has one to choose or not, and
    /// each filter that is more than a word.
    @Test
    void aListTellsAllThatIsWrongWithItsQuery() {
        var seller = HOUSE.seller();
        for (var operation : Contract.operations()) {
            if (!operation.pathParameters().isEmpty() || operation.scope().equals("operator")) continue;
            var parameters = Contract.file().at(operation.pointer() + "/parameters");
            if (!parameters.toString().contains("/Limit\"")) continue;
            var wrong = new ArrayList<>(List.of("limit", "offset", "ordering"));
            for (var parameter : parameters) {
                if (isMoreThanAWord(parameter)) wrong.add(parameter.path("name").asText());
            }

            var path = operation.path() + "?" + String.join("=~&", wrong) + "=~";
            var told = (operation.method().equals("GET") ? seller.get(path) : seller.post(path, "{}"))
                    .is(400)
                    .json();

            assertThat(told.at("/error/details/fields").fieldNames())
                    .as(operation.id())
                    .toIterable()
                    .containsAll(wrong);
        }
    }

    private static boolean isMoreThanAWord(JsonNode parameter) {
        var schema = parameter.path("schema").toString();
        return List.of("integer", "boolean", "format", "enum").stream().anyMatch(schema::contains);
    }

    private static List<String> required(Contract.Operation operation) {
        var schema = Contract.file().at(operation.pointer() + "/requestBody/content/application~1json/schema");
        var named = schema.path("$ref").asText().replace("#/components", "/components");
        var required = new ArrayList<String>();
        Contract.file().at(named + "/required").forEach(name -> required.add(name.asText()));
        return required;
    }

    private static Reply send(String method, String path, String key, BadInput.Raw raw) throws IOException {
        int port = Integer.parseInt(HOUSE.address().replaceAll(".*:", ""));
        try (var socket = new Socket("localhost", port)) {
            socket.setSoTimeout(20_000);
            var head = new StringBuilder(
                            "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n".formatted(method, path))
                    .append("X-SERVICE-KEY: %s\r\nContent-Length: %d\r\n".formatted(key, raw.body().length));
            if (!raw.contentType().isEmpty()) head.append("Content-Type: %s\r\n".formatted(raw.contentType()));
            try {
                socket.getOutputStream().write(head.append("\r\n").toString().getBytes(UTF_8));
                socket.getOutputStream().write(raw.body());
            } catch (SocketException refusedEarly) {
                // A body that is too large is answered before it was read whole.
            }
            return read(socket);
        }
    }

    private static Reply read(Socket socket) throws IOException {
        var in = new BufferedInputStream(socket.getInputStream());
        var status = Integer.parseInt(line(in).split(" ", -1)[1]);
        var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            var parts = line.split(": ?", 2);
            headers.computeIfAbsent(parts[0], _ -> new ArrayList<>()).add(parts[1]);
        }
        int length = Integer.parseInt(
                headers.getOrDefault("Content-Length", List.of("0")).getFirst());
        return new Reply(status, headers, in.readNBytes(length));
    }

    private static String line(BufferedInputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) throw new EOFException("closed without an answer");
            if (c != '\r') line.write(c);
        }
        return line.toString(ISO_8859_1);
    }
}
