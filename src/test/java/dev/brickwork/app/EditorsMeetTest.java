package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.support.HeldInvoice;
import dev.brickwork.support.Shop;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Two who change the same thing at the same moment: the second sees what the first has done, and undoes none of it.
@Tag("verify")
final class EditorsMeetTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.own();

    private static final TestServer TWIN = HOUSE.twin();

    /// A seller with one of everything that can be changed.
    private static final TestServer.Tenant SELLER = HOUSE.seller();
    private static final Shop SHOP = new Shop(SELLER);
    private static final String CUSTOMER = made("/customers", "{\"name\": \"Acme\"}", "customer_id");
    private static final String BRICK = SHOP.brick("seats", "SUBSCRIPTION");
    private static final String PERSON =
            made("/customers/%s/persons".formatted(CUSTOMER), "{\"first_name\": \"Ada\"}", "person_id");
    private static final String PRODUCT = made("/products", "{\"name\": \"Desk\"}", "product_id");
    private static final String PLAN = made("/plans", "{\"plan_name\": \"Team\"}", "plan_id");
    private static final String ENTITY = made("/legal-entities", "{\"legal_name\": \"Acme Ltd\"}", "legal_entity_id");

    static {
        SELLER.post("/discount-coupons", "{\"code\": \"TEN\", \"discount_rate\": \"10\", \"duration_months\": 3}")
                .is(200);
    }

    private static String made(String path, String body, String id) {
        return SELLER.post(path, body).is(200).text(id);
    }

    private static String filled(String text) {
        return text.replace("CUSTOMER", CUSTOMER)
                .replace("PERSON", PERSON)
                .replace("BRICK", BRICK)
                .replace("PRODUCT", PRODUCT)
                .replace("PLAN", PLAN)
                .replace("ENTITY", ENTITY);
    }

    /// The other editor holds the row while the request comes, and changes a field that the request leaves alone.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '%', textBlock = """
            /customers/CUSTOMER                | {"external_id": "A-1"} | customer        | legal_name  | legal_name
            /customers/CUSTOMER/persons/PERSON | {"role": "CFO"}        | person          | last_name   | last_name
            /bricks/BRICK                      | {"unit": "seat"}       | brick           | name        | brick_name
            /products/PRODUCT                  | {"active": false}      | product         | name        | name
            /plans/PLAN                        | {"private": true}      | plan            | name        | plan_name
            /discount-coupons/TEN              | {"description": "Ten"} | discount_coupon | name        | name
            /legal-entities/ENTITY             | {"tax_id": "T-1"}      | legal_entity    | legal_name  | legal_name
            /seller                            | {"payment_terms": 12}  | seller          | legal_name  | legal_name
            """)
    void whatAnotherHasJustChangedStays(String path, String body, String table, String column, String field) {
        var id = path.substring(path.lastIndexOf('/') + 1);
        var row = switch (id) {
            case "seller" -> "true";
            case "TEN" -> "code = 'TEN'";
            default -> "id = '%s'".formatted(filled(id));
        };
        var reply = HOUSE.database().inTransaction(tx -> {
            var locked = "WHERE seller_id = '%s' AND %s".formatted(SELLER.id().value(), row);
            tx.handle().execute("SELECT FROM %s %s FOR NO KEY UPDATE".formatted(table, locked));
            var waiting = HeldInvoice.waiting(HOUSE, () -> SELLER.patch(filled(path), body));
            assertThat(tx.handle().execute("UPDATE %s SET %s = 'Another' %s".formatted(table, column, locked)))
                    .isEqualTo(1);
            return waiting;
        });
        assertThat(reply.join().is(200).text(field)).isEqualTo("Another");
    }

    /// Both come while the row is held: one of them does it, and the other finds it done.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            /plans/PLAN/publish  | plan    | no draft
            /api-keys/KEY/rotate | api_key | rotated already
            """)
    void whatTwoDoAtOnceIsDoneOnce(String path, String table, String why) {
        SELLER.put("/plans/%s/draft".formatted(PLAN), Shop.priced(BRICK, Shop.monthly("5")))
                .is(200);
        var key = SELLER.post("/api-keys", "{\"name\": \"Spare\", \"scopes\": [\"read\"]}")
                .is(200)
                .json()
                .path("api_key_id")
                .asText();
        var twin = new TestServer.Tenant(TWIN, SELLER.id(), SELLER.key());
        var place = filled(path).replace("KEY", key);
        var replies = HOUSE.database().inTransaction(tx -> {
            tx.handle()
                    .execute("SELECT FROM %s WHERE seller_id = '%s' AND id = '%s' FOR UPDATE"
                            .formatted(table, SELLER.id().value(), place.split("/", -1)[2]));
            return List.of(
                    HeldInvoice.waiting(HOUSE, () -> SELLER.post(place, "{}")),
                    HeldInvoice.waiting(HOUSE, () -> twin.post(place, "{}")));
        });
        var ends = replies.stream().map(reply -> reply.join()).toList();
        assertThat(ends).extracting(TestServer.Reply::status).containsExactlyInAnyOrder(200, 400);
        assertThat(ends).anyMatch(end -> end.status() == 400 && end.body().contains(why));
    }
}
