package dev.brickwork.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.Refusal;
import dev.brickwork.support.BadInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A body is read before its operation is asked: what is wrong as a whole is refused here, for all of them.
@Tag("fast")
final class BodyTest {
    private static final String SAMPLE = "{\"name\": \"Acme\"}";
    private static final String READ = "read";
    private static final String NO_OBJECT = "no object";

    private static Body read(BadInput.Raw raw, Body.Kind kind) {
        var incoming = new Incoming(
                "POST",
                List.of(),
                "/",
                false,
                Map.of(),
                "test",
                "127.0.0.1",
                name -> Optional.of(raw.contentType()).filter(type -> name.equals("Content-Type") && !type.isEmpty()),
                _ -> raw.body(),
                () -> false);
        return Body.read(incoming, kind, Body.BYTES_MAX);
    }

    /// The result for a body: it is read, or refused for one of these reasons.
    private static String outcome(BadInput.Raw raw, Body.Kind kind) {
        try {
            return read(raw, kind).json().isObject() ? READ : NO_OBJECT;
        } catch (Refusal refused) {
            return refused.kind().toString();
        }
    }

    /// All of them, by what becomes of them; but for the one that is longer than any body may be, which is refused
    /// while it comes in.
    private static Map<String, List<String>> outcomes(Body.Kind kind) {
        return BadInput.whole(SAMPLE).stream()
                .filter(raw -> raw.body().length <= Body.BYTES_MAX)
                .collect(Collectors.groupingBy(
                        raw -> outcome(raw, kind), Collectors.mapping(BadInput.Raw::what, Collectors.toList())));
    }

    @Test
    void oneObjectInUtf8IsRead() {
        var json = outcomes(Body.Kind.JSON);
        assertThat(json.keySet()).containsExactlyInAnyOrder(READ, NO_OBJECT, "BAD_REQUEST", "UNSUPPORTED_MEDIA");
        assertThat(json.get(READ)).containsExactly("nothing", "as \"\"", "in an unknown charset");
        assertThat(json.get(NO_OBJECT))
                .allMatch(what -> what.startsWith("not an object: "))
                .hasSize(5);
        assertThat(json.get("UNSUPPORTED_MEDIA"))
                .contains("as \"text/plain\"", "as \"*/*\"", "JSON as a form", "a form of very many fields");
        assertThat(json.get("BAD_REQUEST"))
                .contains("cut off", "a byte order mark", "UTF-16", "no UTF-8", "a bare NUL", "every member twice")
                .contains("deep", "very deep", "a long text", "many tokens", "deep JSON instead of a form");
    }

    /// Forms are read where they are taken, and none of the bad ones is.
    @Test
    void aBadFormIsRefusedWhereFormsAreTaken() {
        var forms = outcomes(Body.Kind.JSON_OR_FORM);
        assertThat(forms.get(READ)).containsExactly("nothing", "as \"\"", "in an unknown charset", "JSON as a form");
        assertThat(forms.get("UNSUPPORTED_MEDIA")).allMatch(what -> what.startsWith("as \""));
        assertThat(forms.get("BAD_REQUEST"))
                .contains("multipart without a boundary", "a form with odd names", "multipart with a file");
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "RAW"})
    void bytesThatAreNotLookedAtAreNotRefused(Body.Kind kind) {
        assertThat(outcomes(kind)).containsOnlyKeys(READ);
    }
}
