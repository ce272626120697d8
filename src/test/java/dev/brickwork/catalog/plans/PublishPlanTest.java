package dev.brickwork.catalog.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.catalog.Brick;
import dev.brickwork.catalog.Draft;
import dev.brickwork.catalog.Plan;
import dev.brickwork.catalog.plans.PublishPlan.Verdict;
import dev.brickwork.ids.PlanId;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests publishing with a table: one price per line, the brick type it stands on, and the faults it must show.
@Tag("fast")
final class PublishPlanTest {
    private static final Instant NOW = Instant.parse("2025-01-01T00:00:00Z");
    private static final Map<BrickId, Brick> BRICKS = bricks();

    /// `type | fields of the price besides its currency | paths at fault`; FLAT and a period need no mention.
    private static final String CASES = """
            SUBSCRIPTION | "model":"FLAT","price_period_months":1,"unit_price":"39.00"          |
            SUBSCRIPTION | "model":"FLAT","price_period_months":12,"unit_price":"0"             |
            SUBSCRIPTION | "model":"FLAT","unit_price":"39.00"                                  | price_period_months
            SUBSCRIPTION | "model":"FLAT","price_period_months":1                               | unit_price
            ONE_TIME     | "model":"FLAT","unit_price":"500"                                    |
            ONE_TIME     | "model":"FLAT","unit_price":"500","price_period_months":1            | price_period_months
            MILESTONE    | "model":"FLAT","unit_price":"500","price_period_months":12           | price_period_months
            USAGE        | "model":"FLAT","unit_price":"0.000065","price_period_months":1       | price_period_months
            USAGE        | "model":"FLAT","unit_price":"0.04","pre_commitment_schedule":"MONTHLY","overage_unit_price":"0.06" |
            SUBSCRIPTION | "model":"FLAT","price_period_months":1,"unit_price":"1","overage_unit_price":"2" | overage_unit_price
            ONE_TIME     | "model":"FLAT","unit_price":"1","pre_commitment_schedule":"MONTHLY"  | pre_commitment_schedule
            SUBSCRIPTION | "model":"FLAT","price_period_months":1,"unit_price":"1","unlimited_price":"500","included_quantity":5 |
            MILESTONE    | "model":"FLAT","unit_price":"1","unlimited_price":"500"              | unlimited_price
            SUBSCRIPTION | "model":"FLAT","price_period_months":1,"unit_price":"1","package_size":10 | package_size
            SUBSCRIPTION | "model":"FLAT","price_period_months":1,"unit_price":"1","tiers":[{"up_to":null,"unit_price":"1"}] | tiers
            SUBSCRIPTION | "model":"GRADUATED","price_period_months":1                          | tiers
            SUBSCRIPTION | "model":"GRADUATED","price_period_months":1,"tiers":[{"up_to":10,"unit_price":"25"},{"up_to":null,"unit_price":"20"}] |
            SUBSCRIPTION | "model":"GRADUATED","price_period_months":1,"tiers":[{"up_to":10,"unit_price":"25"}] | tiers[0].up_to
            SUBSCRIPTION | "model":"VOLUME","price_period_months":1,"tiers":[{"up_to":10,"unit_price":"25"},{"up_to":10,"unit_price":"20"},{"up_to":null,"unit_price":"1"}] | tiers[1].up_to
            SUBSCRIPTION | "model":"VOLUME","price_period_months":1,"tiers":[{"up_to":null,"unit_price":"25"},{"up_to":10,"unit_price":"20"}] | tiers[0].up_to, tiers[1].up_to
            SUBSCRIPTION | "model":"VOLUME","price_period_months":1,"tiers":[{"up_to":10},{"up_to":null,"flat_price":"20"}] | tiers[0].unit_price
            SUBSCRIPTION | "model":"GRADUATED","price_period_months":1,"unit_price":"1","tiers":[{"up_to":null,"unit_price":"20"}] | unit_price
            SUBSCRIPTION | "model":"STAIRSTEP","price_period_months":1,"tiers":[{"up_to":1000,"flat_price":"10"},{"up_to":null,"flat_price":"200"}] |
            SUBSCRIPTION | "model":"STAIRSTEP","price_period_months":1,"tiers":[{"up_to":1000,"unit_price":"10"},{"up_to":null,"flat_price":"200"}] | tiers[0].flat_price, tiers[0].unit_price
            USAGE        | "model":"PACKAGE","unit_price":"5","package_size":100                |
            USAGE        | "model":"PACKAGE","unit_price":"5"                                   | package_size
            USAGE        | "model":"PACKAGE"                                                    | unit_price, package_size
            USAGE        | "model":"PERCENTAGE","unit_price":"1.39"                             |
            USAGE        | "model":"PERCENTAGE","unit_price":"1000.01"                          | unit_price
            USAGE        | "model":"PERCENTAGE","unit_price":"1.39","overage_unit_price":"1"    | overage_unit_price
            SUBSCRIPTION | "model":"PERCENTAGE","price_period_months":1,"unit_price":"1.39"     | model
            """;

    @Test
    void everyRowOfTheTable() {
        for (var line : CASES.lines().toList()) {
            var cells = line.split("\\|", -1);
            var type = BrickType.valueOf(cells[0].strip());
            var draft = draft("{\"bricks\":[{\"brick_id\":\"%s\",\"prices\":[{\"currency\":\"USD\",%s}]}]}"
                    .formatted(id(type), cells[1].strip()));
            var expected = cells[2].isBlank()
                    ? List.<String>of()
                    : List.of(cells[2].strip().split(", ", -1)).stream()
                            .map(path -> "bricks[0].prices[0]." + path)
                            .toList();
            assertThat(paths(draft)).as(line).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void everyFaultIsNamedAtOnce() {
        var draft = draft("""
                {"prices": [{"currency": "EUR", "model": "FLAT"}],
                 "bricks": [
                   {"brick_id": "%s", "prices": []},
                   {"brick_id": "%s", "prices": [
                     {"currency": "USD", "model": "FLAT", "unit_price": "1", "price_period_months": 1},
                     {"currency": "USD", "model": "FLAT", "unit_price": "2", "price_period_months": 1}]},
                   {"brick_id": "%s", "prices": [{"currency": "USD", "model": "PACKAGE", "unit_price": "1"}]},
                   {"brick_id": "00000000-0000-0000-0000-00000000ffff",
                    "prices": [{"currency": "USD", "model": "FLAT", "unit_price": "1"}]}]}
                """.formatted(id(BrickType.ONE_TIME), id(BrickType.SUBSCRIPTION), id(BrickType.ONE_TIME)));

        assertThat(paths(draft))
                .containsExactlyInAnyOrder(
                        "prices[0].unit_price",
                        "bricks[0].prices",
                        "bricks[1].prices[1].currency",
                        "bricks[2].brick_id",
                        "bricks[2].prices[0].package_size",
                        "bricks[3].brick_id");
    }

    @Test
    void aPlanPriceHasNoQuantity() {
        var draft = draft("""
                {"prices": [{"currency": "USD", "model": "FLAT", "unit_price": "99", "included_quantity": 1,
                             "unlimited_price": "1", "overage_unit_price": "1", "pre_commitment_schedule": "MONTHLY"}]}
                """);

        assertThat(paths(draft))
                .containsExactlyInAnyOrder(
                        "prices[0].included_quantity",
                        "prices[0].unlimited_price",
                        "prices[0].overage_unit_price",
                        "prices[0].pre_commitment_schedule");
    }

    @Test
    void aPlanPriceWithoutAPeriodIsWrittenDownAsMonthly() {
        var draft = draft("{\"prices\": [{\"currency\": \"USD\", \"model\": \"FLAT\", \"unit_price\": \"99\"}]}");

        var verdict = PublishPlan.decide(plan(Optional.of(draft)), 4, BRICKS, NOW);

        assertThat(verdict).isInstanceOf(Verdict.Publishable.class);
        if (verdict instanceof Verdict.Publishable(var document)) {
            assertThat(document.prices().getFirst().period())
                    .hasValueSatisfying(p -> assertThat(p.months()).isEqualTo(1));
            assertThat(document.number()).isEqualTo(4);
        }
    }

    @Test
    void nothingIsNothingToPublish() {
        assertThat(PublishPlan.decide(plan(Optional.empty()), 1, BRICKS, NOW)).isInstanceOf(Verdict.Refused.class);
        assertThat(paths(draft("{}"))).containsExactly("bricks");
    }

    /// A draft may be incomplete, but what it says must have the right shape.
    @Test
    void aDraftIsCheckedForShape() {
        var fields = Fields.of(JsonReader.stored("""
                {"prices": [{"currency": "XXX", "model": "FREE"}],
                 "bricks": [{"brick_id": "x", "default_quantity": -1, "prices": [
                   {"currency": "USD", "model": "FLAT", "unit_price": 5, "price_period_months": 3, "package_size": 0,
                    "included_quantity": -1, "unlimited_price": "-1", "overage_unit_price": "1.1234567",
                    "pre_commitment_schedule": "WEEKLY", "tiers": [{"up_to": 0, "unit_price": "x"}]}]}]}
                """));
        Draft.read(fields, Fields::currency);

        assertThatThrownBy(fields::check)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.fields())
                                .containsOnlyKeys(
                                        "prices[0].currency",
                                        "prices[0].model",
                                        "bricks[0].brick_id",
                                        "bricks[0].default_quantity",
                                        "bricks[0].prices[0].unit_price",
                                        "bricks[0].prices[0].price_period_months",
                                        "bricks[0].prices[0].package_size",
                                        "bricks[0].prices[0].included_quantity",
                                        "bricks[0].prices[0].unlimited_price",
                                        "bricks[0].prices[0].overage_unit_price",
                                        "bricks[0].prices[0].pre_commitment_schedule",
                                        "bricks[0].prices[0].tiers[0].up_to",
                                        "bricks[0].prices[0].tiers[0].unit_price"));
    }

    private static List<String> paths(Draft draft) {
        return switch (PublishPlan.decide(plan(Optional.of(draft)), 1, BRICKS, NOW)) {
            case Verdict.Publishable _ -> List.of();
            case Verdict.Refused(var why) -> List.of(why);
            case Verdict.Faulty(var faults) -> {
                try {
                    faults.check();
                    yield List.of();
                } catch (Refusal refusal) {
                    yield List.copyOf(refusal.fields().keySet());
                }
            }
        };
    }

    private static Draft draft(String json) {
        return Draft.stored(json);
    }

    private static Plan plan(Optional<Draft> draft) {
        return new Plan(
                new PlanId(new UUID(0, 1)),
                "Team",
                Optional.empty(),
                false,
                List.of(BillingFrequency.values()),
                draft,
                draft.map(_ -> NOW),
                Optional.of(new Plan.Latest(3, new PlanVersionId(new UUID(0, 2)))),
                NOW,
                1);
    }

    private static BrickId id(BrickType type) {
        return new BrickId(UUID.nameUUIDFromBytes(type.name().getBytes(StandardCharsets.UTF_8)));
    }

    private static Map<BrickId, Brick> bricks() {
        var bricks = new HashMap<BrickId, Brick>();
        for (var type : BrickType.values()) {
            var code = type.name().toLowerCase(java.util.Locale.ROOT);
            bricks.put(id(type), new Brick(id(type), code, code, type, Optional.empty(), "standard", NOW, 1));
        }
        return bricks;
    }
}
