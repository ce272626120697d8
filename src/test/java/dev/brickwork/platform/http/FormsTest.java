package dev.brickwork.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A form says the same as the JSON it stands for.
@Tag("fast")
final class FormsTest {
    private static JsonNode form(String text) {
        return Forms.urlEncoded(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void nestedFieldsBecomeTheTreeThatJsonWouldGive() {
        var form = form("starts_at=2025-01-31&contract_length=14&bricks[0][brick_id]=b&bricks[0][quantity]=12"
                + "&bricks[0][discount][0][rate]=10&bricks[0][discount][0][renews]=true&adjustment_credit=null"
                + "&discount_coupons[]=A&discount_coupons[]=B");
        var fields = Fields.of(form);
        assertThat(fields.text("starts_at")).contains("2025-01-31");
        assertThat(fields.integer("contract_length", 1, 100)).contains(14);
        assertThat(fields.change("adjustment_credit", name -> fields.longInteger(name, 0, 9)))
                .isInstanceOf(Change.Clear.class);
        assertThat(fields.texts("discount_coupons", 9, 9).orElseThrow()).containsExactly("A", "B");
        var discount = form.path("bricks").path(0).path("discount").path(0);
        assertThat(Fields.of(discount).decimal("rate", 14, 6).orElseThrow()).isEqualByComparingTo("10");
        assertThat(Fields.of(discount).flag("renews")).contains(true);
        fields.check();
    }

    /// A field that comes again is a list, and one that comes once is a list of one where the API wants a list. Where
    /// it
    /// wants a single value, a field that comes again is refused.
    @Test
    void aRepeatedFieldIsAList() {
        var form = form("coupons=B&one=A&coupons=A&coupons=3&flag=true&number=7&day=2025-01-31&day=2025-02-01"
                + "&bricks=%7B%22a%22%3A1%7D&bricks=%7B%22a%22%3A2%7D&in[a]=x&in[a]=y");
        var fields = Fields.of(form);
        assertThat(fields.texts("coupons", 9, 9).orElseThrow()).containsExactly("B", "A", "3");
        assertThat(fields.texts("one", 9, 9).orElseThrow()).containsExactly("A");
        assertThat(fields.texts("flag", 9, 9).orElseThrow()).containsExactly("true");
        assertThat(fields.texts("number", 9, 9).orElseThrow()).containsExactly("7");
        assertThat(form.path("bricks")).hasToString("[{\"a\":1},{\"a\":2}]");
        assertThat(form.path("in")).hasToString("{\"a\":[\"x\",\"y\"]}");
        fields.check();
        fields.date("day");
        assertThatThrownBy(fields::check).hasMessageContaining("day: Send this parameter once.");
        for (var text : List.of("a=[1]&a=2", "a=1&a=2&a[0]=3", "a=1&".repeat(203))) {
            assertThatThrownBy(() -> form(text)).as(text).isInstanceOf(Refusal.class);
        }
    }

    @Test
    void oneFieldMayHoldJson() {
        var form = form("bricks=%5B%7B%22brick_id%22%3A%22b%22%7D%5D");
        assertThat(form.path("bricks"))
                .isEqualTo(JsonReader.request("[{\"brick_id\":\"b\"}]".getBytes(StandardCharsets.UTF_8)));
    }

    /// Some clients sort the names of their fields, and so send `bricks[10]` before `bricks[2]`.
    @Test
    void theOrderOfTheFieldsDoesNotMatter() {
        var sorted = IntStream.range(0, 12)
                .mapToObj("bricks[%1$d][quantity]=%1$d"::formatted)
                .sorted()
                .collect(Collectors.joining("&"));
        var expected = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < 12; i++) expected.addObject().put("quantity", i);
        assertThat(form(sorted).path("bricks")).hasToString(expected.toString());
        assertThat(
                        form(
                                "a[1]=y&b=1&a[0]=x&a[10]=z&c[]=2&c[]=1&a[2]=1&a[3]=1&a[4]=1&a[5]=1&a[6]=1&a[7]=1&a[8]=1&a[9]=1"))
                .hasToString("{\"a\":[\"x\",\"y\",1,1,1,1,1,1,1,1,\"z\"],\"b\":1,\"c\":[2,1]}");
    }

    @Test
    void whatIsNoJsonIsAText() {
        var fields = Fields.of(form("label=[Q3]+credit&other={a&bricks=[{]"));
        assertThat(fields.text("label")).contains("[Q3] credit");
        assertThat(fields.text("other")).contains("{a");
        fields.check();
        assertThat(fields.texts("bricks", 9, 9)).isEmpty();
        assertThatThrownBy(fields::check).hasMessageContaining("bricks: Must be a list.");
    }

    @Test
    void aNumberIsATextWhereTheApiWantsOne() {
        var fields = Fields.of(form("code=2026&amount=007"));
        assertThat(fields.text("code")).contains("2026");
        assertThat(fields.text("amount")).contains("007");
    }

    /// `True` is what some languages write; and a label may be called `true`.
    @Test
    void aTruthValueIsATextWhereTheApiWantsOne() {
        var fields = Fields.of(form("notify=True&renews=false&label=true&other=False&shout=TRUE"));
        assertThat(fields.flag("notify")).contains(true);
        assertThat(fields.flag("renews")).contains(false);
        assertThat(fields.text("label")).contains("true");
        assertThat(fields.text("other")).contains("False");
        assertThat(fields.oneOf("label", Map.of("true", 1))).contains(1);
        fields.check();
        assertThat(fields.flag("shout")).isEmpty();
        assertThat(fields.hasFaults()).isTrue();
    }

    @Test
    void aParameterOfOneValueIsGivenOnce() {
        var fields = Fields.of(Forms.tree(Map.of("search", List.of("a", "b"), "status", List.of("A", "B"))));
        assertThat(fields.texts("status", 9, 9).orElseThrow()).containsExactly("A", "B");
        fields.check();
        assertThat(fields.text("search")).isEmpty();
        assertThatThrownBy(fields::check).hasMessageContaining("search: Send this parameter once.");
    }

    @Test
    void multipartReadsTheSame() {
        var body = """
                --x\r
                Content-Disposition: form-data; name="should_notify_customer"\r
                \r
                true\r
                --x\r
                content-disposition: form-data; name=bricks[0][brick_id]\r
                \r
                b\r
                --x--\r
                """;
        var tree = Forms.multipart(body.getBytes(StandardCharsets.UTF_8), "multipart/form-data; boundary=x");
        assertThat(Fields.of(tree).flag("should_notify_customer")).contains(true);
        assertThat(tree.path("bricks").path(0).path("brick_id").textValue()).isEqualTo("b");
    }

    private static JsonNode multipart(String body) {
        return Forms.multipart(body.getBytes(StandardCharsets.UTF_8), "multipart/form-data; boundary=x");
    }

    private static String part(String name, String value) {
        return "--x\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n".formatted(name, value);
    }

    /// The boundary ends a part only as a line of its own.
    @Test
    void aPartMayHoldTheTextOfItsBoundary() {
        var text = "a --x b\r\n--xy\r\n --x--";
        var tree = multipart("preamble\r\n" + part("note", text) + part("empty", "") + "--x--\r\nepilogue");
        assertThat(tree.path("note").textValue()).isEqualTo(text);
        assertThat(tree.path("empty").textValue()).isEmpty();
    }

    /// No body passes for an empty form, and no part is left out.
    @Test
    void aBodyThatIsNotMultipartIsRefused() {
        var whole = part("a", "1");
        for (var bad : List.of(
                "",
                "a=1",
                "--xy--\r\n",
                whole,
                whole.replace("\r\n", "\n") + "--x--\n",
                whole.replace("name=\"a\"", "") + "--x--",
                whole.replace("Content-Disposition", "X") + "--x--",
                whole.replace("\r\n\r\n", "\r\n") + "--x--",
                whole.replace("name=", "filename=\"f\"; name=") + "--x--",
                whole.repeat(101) + "--x--")) {
            assertThatThrownBy(() -> multipart(bad)).as(bad).isInstanceOf(Refusal.class);
        }
        assertThat(multipart(whole.repeat(100) + "--x--").path("a")).hasSize(100);
    }

    @Test
    void whatContradictsItselfIsRefused() {
        for (var bad : new String[] {
            "a[0]=1&a[b]=2",
            "a[5]=1",
            "a[201]=1",
            "%zz=1",
            "a[b][c][d][e][f][g][h][i][j]=1",
            "a=%00",
            "]=1",
            "a[0]=1&a[0]=2",
            "a[0]=1&a[0][b]=2",
            "a[0][b]=2&a[0]=1",
            "a[b]=1&a[b][c]=2"
        }) {
            assertThatThrownBy(() -> form(bad)).as(bad).isInstanceOf(Refusal.class);
        }
        assertThatThrownBy(() -> Forms.multipart("x".getBytes(StandardCharsets.UTF_8), "multipart/form-data"))
                .isInstanceOf(Refusal.class);
    }

    /// However long a name is and however many brackets it has, it is refused in a sentence that does not repeat it.
    @Test
    void aNameOfManyBracketsIsRefused() {
        for (var name : List.of(
                "a" + "[]".repeat(2_500),
                "a" + "[b]".repeat(30_000),
                "a" + "[".repeat(30_000),
                "a" + "]".repeat(30_000),
                "x[y".repeat(10_000),
                "x".repeat(60_000))) {
            assertThatThrownBy(() -> form(name + "=1"))
                    .isInstanceOf(Refusal.class)
                    .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(500));
            var part = "--x\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n1\r\n--x--\r\n".formatted(name);
            assertThatThrownBy(() ->
                            Forms.multipart(part.getBytes(StandardCharsets.UTF_8), "multipart/form-data; boundary=x"))
                    .isInstanceOf(Refusal.class)
                    .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(500));
        }
    }

    /// A field may hold JSON, but the whole is nested no deeper than a JSON body may be.
    @Test
    void aFormIsNoDeeperThanAJsonBody() {
        var inside = JsonReader.DEPTH_MAX - 3;
        var deep = "a[b][c]=" + "[".repeat(inside) + "]".repeat(inside);
        assertThat(form(deep).path("a").path("b").path("c").isArray()).isTrue();
        assertThatThrownBy(() -> form(deep.replace("[b]", "[b][x]"))).hasMessageContaining("nested deeper than");
    }

    @Test
    void aFormOfVeryManyFieldsIsRefused() {
        var many = IntStream.range(0, 1001).mapToObj("f%d=1"::formatted).collect(Collectors.joining("&"));
        assertThatThrownBy(() -> form(many)).hasMessageContaining("more than 1000 fields");
    }

    @Test
    void emptyBracketsAppendToAList() {
        assertThat(form("a[]=1&a[]=2&b[c][]=3")).hasToString("{\"a\":[1,2],\"b\":{\"c\":[3]}}");
        for (var odd : List.of("a[b", "a]b", "a[b]c", "a[[b]]", "[a]", "a[b]]", "[]")) {
            assertThatThrownBy(() -> form(odd + "=1")).as(odd).isInstanceOf(Refusal.class);
        }
    }
}
