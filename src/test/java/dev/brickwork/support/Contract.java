package dev.brickwork.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.brickwork.support.ContractShapes.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The contract (`docs/api/openapi.yaml`) as a judge of what really goes over the wire. Every scenario test lets
/// it see each exchange, so the file cannot drift away from the service.
public final class Contract {
    public static final String PREFIX = "/api/v2";

    private static final JsonNode FILE = read();
    private static final ContractJudge JUDGE = new ContractJudge(FILE);

    private Contract() {}

    /// One operation of the file.
    ///
    /// @param path template below [#PREFIX], such as `/invoices/{invoice_id}/void`
    /// @param scope the key scope that it needs
    /// @param planned agreed, but not built
    public record Operation(String method, String path, String id, String tag, String scope, boolean planned) {
        /// Where the operation stands in the file.
        public String pointer() {
            return "/paths/" + ContractJudge.escape(path) + "/" + method.toLowerCase(Locale.ROOT);
        }

        /// Names in braces, in the order of the path.
        public List<String> pathParameters() {
            return ContractJudge.segments(path).stream()
                    .filter(segment -> segment.startsWith("{"))
                    .map(segment -> segment.substring(1, segment.length() - 1))
                    .toList();
        }

        /// Whether the call takes an idempotency key.
        public boolean isMutation() {
            return !method.equals("GET");
        }
    }

    /// All operations in the order of the file, planned ones included.
    public static List<Operation> operations() {
        return JUDGE.operations();
    }

    /// Refuses an exchange that the contract does not tell of. The request is judged only when it succeeded;
    /// after a refusal it is meant to be wrong.
    ///
    /// @param path as on the request line, with its query; what is not below [#PREFIX] has no contract
    /// @param requestBody null when none was sent
    public static void check(
            String method,
            String path,
            byte @Nullable [] requestBody,
            int status,
            Map<String, List<String>> responseHeaders,
            byte[] responseBody) {
        JUDGE.check(method, path, requestBody, status, responseHeaders, responseBody);
    }

    /// Refuses the body of an event that the contract does not tell of.
    public static void checkEvent(String eventType, byte[] body) {
        JUDGE.checkEvent(eventType, body);
    }

    /// The faults of a value by the schema at a JSON pointer, members that it does not name included.
    public static List<String> faults(String pointer, JsonNode value) {
        return JUDGE.faults(Reading.CLOSED, pointer, value);
    }

    /// The whole file, for tests of the file itself.
    public static JsonNode file() {
        return FILE;
    }

    private static JsonNode read() {
        try (var file = Contract.class.getResourceAsStream("/api/openapi.yaml")) {
            if (file == null) throw new IllegalStateException("api/openapi.yaml is not on the class path");
            return new YAMLMapper().readTree(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
