package dev.brickwork.web.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Plans with what is sold in them, and at which prices.
final class PlanSection implements ListSection {
    @Override
    public ConsolePage list(ConsoleRequest reader) {
        var found = reader.list("/plans", Map.of());
        return ConsolePage.of(
                "Plans",
                new PageBlock.Table(
                        "",
                        List.of(
                                PageBlock.Column.of("Plan"),
                                PageBlock.Column.tight("Version"),
                                PageBlock.Column.of("Bricks"),
                                PageBlock.Column.tight("Currencies")),
                        found.results().stream().map(PlanSection::row).toList(),
                        "There are no plans yet.",
                        reader.pager(found)));
    }

    private static List<TableCell> row(Item plan) {
        return List.of(
                TableCell.of(plan.text("plan_name"))
                        .to("plans", plan.text("plan_id"))
                        .with(plan.is("private") ? "Private" : ""),
                version(plan),
                TableCell.of(plan.items("bricks").stream()
                        .map(brick -> brick.text("brick_name"))
                        .collect(Collectors.joining(", "))),
                TableCell.of(plan.items("bricks").stream()
                        .flatMap(brick -> brick.items("prices").stream())
                        .map(price -> price.text("currency"))
                        .distinct()
                        .collect(Collectors.joining(", "))));
    }

    private static TableCell version(Item plan) {
        return plan.maybe("latest_version").map(TableCell::of).orElseGet(() -> TableCell.pill("Draft", "warn"));
    }

    @Override
    public ConsolePage one(ConsoleRequest reader, String id) {
        var plan = reader.get("/plans/" + id);
        var blocks = new ArrayList<PageBlock>();
        blocks.add(new PageBlock.Facts(
                "",
                List.of(
                        new PageBlock.Fact("Version", version(plan)),
                        new PageBlock.Fact("Offered", TableCell.of(plan.is("private") ? "Privately" : "To everybody")),
                        new PageBlock.Fact(
                                "Billed",
                                TableCell.of(plan.texts("allowed_billing_frequencies").stream()
                                        .map(word -> Item.words(Optional.of(word)))
                                        .collect(Collectors.joining(", ")))))));
        if (!plan.items("prices").isEmpty()) {
            blocks.add(prices("The plan itself", plan.items("prices")));
        }
        for (var brick : plan.items("bricks")) {
            var title = "%s, %s".formatted(brick.text("brick_name"), brick.words("brick_type"));
            blocks.add(prices(title, brick.items("prices")));
        }
        return ConsolePage.of(plan.text("plan_name"), blocks).under("Plans", "plans");
    }

    private static PageBlock prices(String title, List<Item> prices) {
        return new PageBlock.Table(
                title,
                List.of(
                        PageBlock.Column.tight("Currency"),
                        PageBlock.Column.tight("Model"),
                        PageBlock.Column.tight("Per"),
                        PageBlock.Column.figure("Price")),
                prices.stream()
                        .map(price -> List.of(
                                TableCell.of(price.text("currency")),
                                TableCell.of(price.words("model")),
                                TableCell.of(period(price)),
                                TableCell.of(words(price)).with(more(price))))
                        .toList(),
                "It has no price of its own.",
                Pager.NONE);
    }

    private static String period(Item price) {
        return switch (price.text("price_period_months")) {
            case "" -> "once, or by use";
            case "1" -> "month";
            case "12" -> "year";
            case String months -> months + " months";
        };
    }

    private static String words(Item price) {
        if (price.items("tiers").isEmpty()) {
            var unit = price.text("unit_price");
            if (price.text("model").equals("PERCENTAGE")) return unit + " %";
            return price.maybe("package_size")
                    .map(size -> "%s per %s".formatted(unit, size))
                    .orElse(unit);
        }
        return price.items("tiers").stream()
                .map(tier -> "%s: %s"
                        .formatted(
                                tier.maybe("up_to").map(it -> "up to " + it).orElse("above"),
                                Stream.of(
                                                tier.maybe("unit_price"),
                                                tier.maybe("flat_price").map(it -> it + " flat"))
                                        .flatMap(Optional::stream)
                                        .collect(Collectors.joining(" + "))))
                .collect(Collectors.joining("; "));
    }

    private static String more(Item price) {
        return Stream.of(
                        price.maybe("included_quantity").map(it -> it + " included"),
                        price.maybe("pre_commitment_schedule").map(it -> Item.words(Optional.of(it)) + " commitment"),
                        price.maybe("overage_unit_price").map(it -> "overage " + it),
                        price.maybe("unlimited_price").map(it -> "unlimited " + it))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
    }
}
