package dev.brickwork.web.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Subscriptions: the list by status, and one with its terms, bricks, invoices, orders and pauses.
final class SubscriptionSection implements ListSection {
    private static final String ADDRESS = "/console/subscriptions";
    private static final int ORDER_COUNT_MAX = 100;

    @Override
    public Sheet list(Reader reader) {
        var shown = reader.asked("show");
        var filters = new LinkedHashMap<String, String>();
        filters.put("ordering", "-created_at");
        if (!shown.isEmpty()) filters.put("status", shown);
        var found = reader.list("/subscriptions", filters);
        var tabs = new ArrayList<Block.Tab>();
        tabs.add(new Block.Tab("All", "", ADDRESS, shown.isEmpty()));
        for (var status : List.of("ACTIVE", "PENDING", "PAUSED", "INACTIVE")) {
            tabs.add(new Block.Tab(
                    Item.words(Optional.of(status)),
                    status,
                    Reader.link(ADDRESS, Map.of("show", status)),
                    shown.equals(status)));
        }
        return Sheet.of(
                "Subscriptions",
                new Block.Filters(ADDRESS, tabs, "", ""),
                new Block.Table(
                        "",
                        List.of(
                                Block.Column.of("Customer"),
                                Block.Column.of("Subscription"),
                                Block.Column.tight("Status"),
                                Block.Column.tight("Billed"),
                                Block.Column.tight("Term"),
                                Block.Column.tight("Renews")),
                        found.results().stream().map(SubscriptionSection::row).toList(),
                        "No such subscriptions.",
                        reader.pager(found)));
    }

    private static List<Cell> row(Item subscription) {
        return List.of(
                Cell.of(subscription.text("customer_name")).to("customers", subscription.text("customer_id")),
                Cell.of(subscription.text("name")).to("subscriptions", subscription.text("subscription_id")),
                Cell.status(subscription, "status"),
                Cell.of(subscription.words("billing_frequency")).with(subscription.text("currency")),
                Cell.of(subscription.period()),
                Cell.of(subscription.date("renews_at")));
    }

    @Override
    public Sheet one(Reader reader, String id) {
        var path = "/subscriptions/" + id;
        var subscription = reader.get(path);
        var invoices = reader.list(path + "/invoices", Map.of());
        var orders = reader.get(path + "/orders", Map.of("limit", Integer.toString(ORDER_COUNT_MAX)));
        return Sheet.of(
                        "%s for %s".formatted(subscription.text("name"), subscription.text("customer_name")),
                        facts(subscription),
                        bricks(subscription),
                        InvoiceSection.table(
                                "Invoices",
                                invoices.results(),
                                "No invoice is scheduled: the order has not been started.",
                                reader.pager(invoices)),
                        orders(reader, orders),
                        pauses(subscription.items("pauses")))
                .under("Subscriptions", "subscriptions")
                .standing(Cell.status(subscription, "status"));
    }

    private static Block facts(Item subscription) {
        var facts = new ArrayList<Block.Fact>();
        facts.add(new Block.Fact(
                "Customer",
                Cell.of(subscription.text("customer_name")).to("customers", subscription.text("customer_id"))));
        facts.add(new Block.Fact(
                "Plan", Cell.of(subscription.text("plan_name")).to("plans", subscription.text("plan_id"))));
        facts.add(new Block.Fact("Term", Cell.of(subscription.period())));
        facts.add(new Block.Fact("Billed", Cell.of(subscription.words("billing_frequency"))));
        facts.add(new Block.Fact("Value of the term, with tax", Cell.of(subscription.money("grand_total"))));
        facts.add(new Block.Fact("Renews", Cell.of(subscription.date("renews_at"))));
        facts.add(new Block.Fact("Terminates", Cell.of(subscription.date("terminates_at"))));
        facts.add(new Block.Fact("Time zone", Cell.of(subscription.text("time_zone"))));
        facts.removeIf(fact -> fact.value().text().isEmpty());
        return new Block.Facts("Terms", facts);
    }

    private static Block bricks(Item subscription) {
        return new Block.Table(
                "Bricks",
                List.of(
                        Block.Column.of("Brick"),
                        Block.Column.figure("Quantity"),
                        Block.Column.of("Prices"),
                        Block.Column.figure("Value with tax")),
                subscription.items("line_items").stream()
                        .map(line -> List.of(
                                // The price of the plan itself is of no brick (rule P-10).
                                Cell.of(line.maybe("brick_name").orElseGet(() -> line.text("plan_name")))
                                        .with(line.text("brick_code")),
                                Cell.of(line.is("is_unlimited") ? "Unlimited" : line.quantity("quantity")),
                                Cell.of(line.items("tiers_breakdown").stream()
                                        .map(tier -> "%s × %s, %s"
                                                .formatted(
                                                        tier.quantity("quantity"),
                                                        tier.text("unit_price"),
                                                        tier.text("duration_text")))
                                        .collect(Collectors.joining("; "))),
                                Cell.of(line.money("grand_total", subscription.text("currency")))))
                        .toList(),
                "Nothing is sold in it.",
                Pager.NONE);
    }

    private static Block orders(Reader reader, Item orders) {
        return new Block.Table(
                "Orders",
                List.of(
                        Block.Column.of("Order"),
                        Block.Column.tight("Stage"),
                        Block.Column.tight("Term"),
                        Block.Column.tight("Closed"),
                        Block.Column.figure("Value before tax"),
                        Block.Column.tight("Order form")),
                orders.results().stream()
                        .map(order -> List.of(
                                Cell.of(order.words("order_type")),
                                Cell.of(order.words("stage")),
                                Cell.of(order.period()),
                                Cell.of(order.moment("closed_at", reader.zone())),
                                Cell.of(order.value("contract_value")),
                                Cell.of("PDF").to(order.text("pdf_url"))))
                        .toList(),
                "There is no order.",
                Pager.NONE);
    }

    private static Block pauses(List<Item> pauses) {
        return new Block.Table(
                "Pauses",
                List.of(Block.Column.tight("From"), Block.Column.tight("Until"), Block.Column.figure("Days")),
                pauses.stream()
                        .map(pause -> List.of(
                                Cell.of(pause.date("paused_at")),
                                Cell.of(
                                        pause.maybe("resumed_at").isPresent()
                                                ? pause.date("resumed_at")
                                                : pause.date("scheduled_resume_at")),
                                Cell.of(pause.text("pause_duration_days"))))
                        .toList(),
                "It was never paused.",
                Pager.NONE);
    }
}
