package dev.brickwork.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.catalog.plans.MergePlanVersions;
import dev.brickwork.ids.PlanId;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Versions outlive every deploy: what is stored today must be read for ever, and merging never loses or
/// changes any.
@Tag("fast")
final class PlanDocumentTest {
    private static final Instant NOW = Instant.parse("2025-01-02T09:31:00Z");
    private static final BrickId SEATS = new BrickId(new UUID(0, 0xb1));
    private static final BrickId CALLS = new BrickId(new UUID(0, 0xb2));
    private static final BrickId SETUP = new BrickId(new UUID(0, 0xb3));

    @Test
    void theStoredShapeIsTheGoldenOne() throws IOException {
        var golden = golden();
        var document = PlanDocument.stored(golden);

        assertThat(JsonReader.stored(document.json())).isEqualTo(JsonReader.stored(golden));
        assertThat(document).isEqualTo(document());
        assertThat(PlanDocument.stored(document.json())).isEqualTo(document);
    }

    @Test
    void aVersionKnowsItsPricesByCurrency() {
        var version = new PlanVersion(new PlanVersionId(new UUID(0, 1)), document());

        assertThat(version.brick(SEATS).orElseThrow().price(Currency.USD)).isPresent();
        assertThat(version.brick(SEATS).orElseThrow().price(Currency.EUR)).isEmpty();
        assertThat(version.brick(SETUP)).isEmpty();
        assertThat(version.terms(Currency.USD).orElseThrow().price()).isPresent();
        assertThat(version.terms(Currency.GBP)).isEmpty();
    }

    @Test
    void aMergeAddsWhatIsNamedAndMissingAndNothingElse() {
        var base = version(1, item(SEATS, "seats", "20"));
        var latest = version(2, item(SEATS, "seats", "25"), item(CALLS, "calls", "1"), item(SETUP, "setup", "500"));

        var merged = MergePlanVersions.merged(base, latest, Set.of(SEATS, CALLS), NOW);

        assertThat(merged.document().bricks())
                .containsExactly(
                        base.document().bricks().get(0),
                        latest.document().bricks().get(1));
        assertThat(merged.document().mergedFrom()).containsExactly(base.id(), latest.id());
        assertThat(merged.document().isMerged()).isTrue();
    }

    @Test
    void theSameMergeIsTheSameVersion() {
        var base = version(1, item(SEATS, "seats", "20"));
        var latest = version(2, item(CALLS, "calls", "1"), item(SETUP, "setup", "500"));

        var first = MergePlanVersions.merged(base, latest, List.of(CALLS, SETUP), NOW);
        var again = MergePlanVersions.merged(base, latest, List.of(SETUP, CALLS, SEATS), NOW.plusSeconds(60));
        var other = MergePlanVersions.merged(base, latest, List.of(CALLS), NOW);

        assertThat(again.id()).isEqualTo(first.id());
        assertThat(first.id().value().version()).isEqualTo(8);
        assertThat(other.id()).isNotEqualTo(first.id());
        assertThat(MergePlanVersions.merged(base, latest, List.of(SEATS), NOW)).isSameAs(base);
        assertThat(MergePlanVersions.merged(first, latest, List.of(CALLS), NOW)).isSameAs(first);
    }

    private static PlanDocument document() {
        return new PlanDocument(
                new PlanId(UUID.fromString("01985d2a-7c10-7000-8000-00000000a001")),
                "Team",
                3,
                List.of(),
                List.of(BillingFrequency.MONTHLY, BillingFrequency.ANNUALLY),
                prices("{\"currency\":\"USD\",\"model\":\"FLAT\",\"price_period_months\":1,\"unit_price\":\"99\"}"),
                List.of(
                        new PlanDocument.Item(
                                SEATS,
                                "Seats",
                                "seats",
                                BrickType.SUBSCRIPTION,
                                Optional.of("seat"),
                                "standard",
                                Optional.empty(),
                                prices("""
                                        {"currency": "USD", "model": "GRADUATED", "price_period_months": 12,
                                         "tiers": [{"up_to": 10, "unit_price": "25"},
                                                   {"up_to": null, "unit_price": "0.000065", "flat_price": "1.5"}],
                                         "included_quantity": 5, "unlimited_price": "500"}
                                        """)),
                        new PlanDocument.Item(
                                CALLS,
                                "Calls",
                                "calls",
                                BrickType.USAGE,
                                Optional.empty(),
                                "digital",
                                Optional.of(1000L),
                                prices("""
                                        {"currency": "EUR", "model": "PACKAGE", "unit_price": "5", "package_size": 100.5,
                                         "overage_unit_price": "0.06", "pre_commitment_schedule": "QUARTERLY"}
                                        """))),
                NOW);
    }

    private static PlanVersion version(int number, PlanDocument.Item... items) {
        return new PlanVersion(
                new PlanVersionId(new UUID(1, number)),
                new PlanDocument(
                        new PlanId(new UUID(0, 9)),
                        "Team",
                        number,
                        List.of(),
                        List.of(BillingFrequency.MONTHLY),
                        List.of(),
                        List.of(items),
                        NOW));
    }

    private static PlanDocument.Item item(BrickId id, String code, String price) {
        return new PlanDocument.Item(
                id,
                code,
                code,
                BrickType.ONE_TIME,
                Optional.empty(),
                "standard",
                Optional.empty(),
                prices("{\"currency\":\"USD\",\"model\":\"FLAT\",\"unit_price\":\"%s\"}".formatted(price)));
    }

    private static List<Price> prices(String json) {
        return Draft.stored("{\"prices\": [%s]}".formatted(json)).prices();
    }

    private static String golden() throws IOException {
        try (var file = PlanDocumentTest.class.getResourceAsStream("/golden/plan-version.json")) {
            if (file == null) throw new IllegalStateException("the golden file is gone");
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
