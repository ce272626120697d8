package dev.brickwork.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("fast")
final class JsonFragmentTest {
    private static final String INVOICES = """
            {"count":2,"results":[
             {"status":"PAID","id":"a","amount":100,"rate":1.50,"paid_at":null,"note":"[\\"x\\"]","metadata":{"a":1,"b":[]},
              "payer":{"name":"Acme","vat_id":null,"tags":["x","y"]}},
             {"status":"OPEN","id":"b","amount":90,"metadata":{},"payer":{},"lines":[{"n":1},{"n":2}]}]}""";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "status":"PAID","amount":100                       | true
            "amount":100,"status":"PAID"                       | true
            "amount": 100, "status": "PAID"                    | true
            "status":"PAID","amount":90                        | false
            "count":2,"status":"PAID"                          | false
            "status":"PAID","total":100                        | false
            "amount":10                                        | false
            "amount":"100"                                     | false
            "amount":100.0                                     | false
            "amount":1e2                                       | false
            "rate":1.50                                        | true
            "rate":1.5                                         | false
            "paid_at":null                                     | true
            "id":"a","paid_at":null                            | true
            "id":"b","paid_at":null                            | false
            "status":null                                      | false
            "payer":{"vat_id":null,"name":"Acme"}              | true
            "payer":{"name":"Acme"}                            | true
            "payer":{"name":"Acme","city":null}                | false
            "id":"a","payer":{}                                | false
            "id":"b","payer":{}                                | true
            "metadata":{"b":[],"a":1}                          | true
            "metadata":{"a":1}                                 | false
            "metadata":{"a":1,"b":[],"c":null}                 | false
            "tags":["x","y"]                                   | true
            "tags":["y","x"]                                   | false
            "tags":["x"]                                       | false
            "lines":[{"n":1},{"n":2}]                          | true
            "lines":[{"n":2},{"n":1}]                          | false
            {"id":"b","amount":90}                             | true
            {"id":"b","amount":100}                            | false
            {}                                                 | true
            ["x","y"]                                          | true
            ["x"]                                              | false
            [{"n":1},{}]                                       | false
            "PAID"                                             | true
            "name"                                             | true
            status                                             | true
            "CLOSED"                                           | false
            "status":"PA                                       | true
            "status":"CL                                       | false
            "tags":["                                          | true
            """)
    void isFoundByItsMembers(String fragment, boolean isFound) {
        assertThat(JsonFragment.of(fragment).isIn(INVOICES)).isEqualTo(isFound);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"amount\":100,",
                ",\"amount\":100",
                "\"results\":[{\"id\":\"a\"",
                "\"n\":1},{\"n\":2",
                "{\"n\":2}]",
                "\"n\":1}",
                "\"status\":\"PAID\",\"amount\":",
                "\"amount\":1,\"amount\":2"
            })
    void refusesWhatIsCutOffOrNamesAMemberTwice(String fragment) {
        assertThatThrownBy(() -> JsonFragment.of(fragment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(fragment);
    }

    @Test
    void aFailureNamesTheNearestObjectAndItsDifferences() {
        assertThatThrownBy(() -> JsonFragment.of("\"status\":\"OPEN\",\"amount\":91,\"due\":1,\"metadata\":{\"a\":1}")
                        .requireIn("GET /invoices", INVOICES))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(
                        "nearest is /results/1: /amount is 90, not 91, /due is missing, /metadata/a is missing in {");
        assertThatThrownBy(() -> JsonFragment.of("\"metadata\":{\"a\":1}").requireIn("GET /invoices", INVOICES))
                .hasMessageContaining("nearest is /results/0: /metadata/b is not expected in {");
        assertThatThrownBy(() -> JsonFragment.of("\"count\":1").requireIn("GET /invoices", INVOICES))
                .hasMessageContaining("nearest is the whole: /count is 2, not 1 in {");
        assertThatThrownBy(() -> JsonFragment.of("\"unheard\":1").requireIn("GET /invoices", INVOICES))
                .hasMessageStartingWith("GET /invoices: no \"unheard\":1 in {");
        assertThatCode(() -> JsonFragment.of("\"count\":2").requireIn("GET /invoices", INVOICES))
                .doesNotThrowAnyException();
    }

    @Test
    void whatIsNoJsonHoldsNoMembers() {
        assertThatThrownBy(() -> JsonFragment.of("\"count\":2").requireIn("", "count,2"))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> JsonFragment.of("\"count\":2").requireIn("", "{\"count\":2,\"count\":2}"))
                .isInstanceOf(AssertionError.class);
        assertThat(JsonFragment.of("count").isIn("count,2")).isTrue();
        assertThat(JsonFragment.of("\"count\":2").isIn("")).isFalse();
    }
}
