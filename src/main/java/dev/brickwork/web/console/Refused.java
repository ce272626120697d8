package dev.brickwork.web.console;

import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.json.JsonReader;
import java.nio.charset.StandardCharsets;

/// The API did not answer with what was asked for. Whatever it was, it is logged already.
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Answer answer;

    Refused(Answer answer) {
        super("the API answered " + answer.status(), null, false, false);
        this.answer = answer;
    }

    int status() {
        return answer.status();
    }

    /// In the words of the API: what is wrong with a field, else what is wrong.
    String why() {
        var error = JsonReader.stored(new String(answer.body(), StandardCharsets.UTF_8))
                .path("error");
        for (var field : error.path("details").path("fields")) {
            for (var fault : field) return fault.asText();
        }
        return error.path("message").asText();
    }
}
