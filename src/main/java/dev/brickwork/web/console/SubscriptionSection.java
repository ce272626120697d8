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
    public ConsolePage list(ConsoleRequest reader) {
        var shown = reader.asked("show");
        var filters = new LinkedHashMap<String, String>();
        filters.put("ordering", "-created_at");
        if (!shown.isEmpty()) filters.put("status", shown);
        var found = reader.list("/subscriptions", filters);
        var tabs = new ArrayList<PageBlock.Tab>();
        tabs.add(new PageBlock.Tab("All", "", ADDRESS, shown.isEmpty()));
        for (var status : List.of("ACTIVE", "PENDING", "PAUSED", "INACTIVE")) {
            tabs.add(new PageBlock.Tab(
                    Item.words(Optional.of(status)),
                    status,
                    ConsoleRequest.link(ADDRESS, Map.of("show", status)),
                    shown.equals(status)));
        }
        return ConsolePage.of(
                "Subscriptions",
                new PageBlock.Filters(ADDRESS, tabs, "", ""),
                new PageBlock.Table(
                        "",
                        List.of(
                                PageBlock.Column.of("Customer"),
                                PageBlock.Column.of("Subscription"),
                                PageBlock.Column.tight("Status"),
                                PageBlock.Column.tight("Billed"),
                                PageBlock.Column.tight("Term"),
                                PageBlock.Column.tight("Renews")),
                        found.results().stream().map(SubscriptionSection::row).toList(),
                        "No such subscriptions.",
                        reader.pager(found)));
    }

    private static List<TableCell> row(Item subscription) {
        return List.of(
                TableCell.of(subscription.text("customer_name")).to("customers", subscription.text("customer_id")),
                TableCell.of(subscription.text("name")).to("subscriptions", subscription.text("subscription_id")),
                TableCell.status(subscription, "status"),
                TableCell.of(subscription.words("billing_frequency")).with(subscription.text("currency")),
                TableCell.of(subscription.period()),
                TableCell.of(subscription.date("renews_at")));
    }

    @Override
    public ConsolePage one(ConsoleRequest reader, String id) {
        var path = "/subscriptions/" + id;
        var subscription = reader.get(path);
        var invoices = reader.list(path + "/invoices", Map.of());
        var orders = reader.get(path + "/orders", Map.of("limit", Integer.toString(ORDER_COUNT_MAX)));
        return ConsolePage.of(
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
                .standing(TableCell.status(subscription, "status"));
    }

    private static PageBlock facts(Item subscription) {
        var facts = new ArrayList<PageBlock.Fact>();
        facts.add(new PageBlock.Fact(
                "Customer",
                TableCell.of(subscription.text("customer_name")).to("customers", subscription.text("customer_id"))));
        facts.add(new PageBlock.Fact(
                "Plan", TableCell.of(subscription.text("plan_name")).to("plans", subscription.text("plan_id"))));
        facts.add(new PageBlock.Fact("Term", TableCell.of(subscription.period())));
        facts.add(new PageBlock.Fact("Billed", TableCell.of(subscription.words("billing_frequency"))));
        facts.add(new PageBlock.Fact("Value of the term, with tax", TableCell.of(subscription.money("grand_total"))));
        facts.add(new PageBlock.Fact("Renews", TableCell.of(subscription.date("renews_at"))));
        facts.add(new PageBlock.Fact("Terminates", TableCell.of(subscription.date("terminates_at"))));
        facts.add(new PageBlock.Fact("Time zone", TableCell.of(subscription.text("time_zone"))));
        facts.removeIf(fact -> fact.value().text().isEmpty());
        return new PageBlock.Facts("Terms", facts);
    }

    private static PageBlock bricks(Item subscription) {
        return new PageBlock.Table(
                "Bricks",
                List.of(
                        PageBlock.Column.of("Brick"),
                        PageBlock.Column.figure("Quantity"),
                        PageBlock.Column.of("Prices"),
                        PageBlock.Column.figure("Value with tax")),
                subscription.items("line_items").stream()
                        .map(line -> List.of(
                                // The price of the plan itself is of no brick (rule P-10).
                                TableCell.of(line.maybe("brick_name").orElseGet(() -> line.text("plan_name")))
                                        .with(line.text("brick_code")),
                                TableCell.of(line.is("is_unlimited") ? "Unlimited" : line.quantity("quantity")),
                                TableCell.of(line.items("tiers_breakdown").stream()
                                        .map(tier -> "%s × %s, %s"
                                                .formatted(
                                                        tier.quantity("quantity"),
                                                        tier.text("unit_price"),
                                                        tier.text("duration_text")))
                                        .collect(Collectors.joining("; "))),
                                TableCell.of(line.money("grand_total", subscription.text("currency")))))
                        .toList(),
                "Nothing is sold in it.",
                Pager.NONE);
    }

    private static PageBlock orders(ConsoleRequest reader, Item orders) {
        return new PageBlock.Table(
                "Orders",
                List.of(
                        PageBlock.Column.of("Order"),
                        PageBlock.Column.tight("Stage"),
                        PageBlock.Column.tight("Term"),
                        PageBlock.Column.tight("Closed"),
                        PageBlock.Column.figure("Value before tax"),
                        PageBlock.Column.tight("Order form")),
                orders.results().stream()
                        .map(order -> List.of(
                                TableCell.of(order.words("order_type")),
                                TableCell.of(order.words("stage")),
                                TableCell.of(order.period()),
                                TableCell.of(order.moment("closed_at", reader.zone())),
                                TableCell.of(order.value("contract_value")),
                                TableCell.of("PDF").to(order.text("pdf_url"))))
                        .toList(),
                "There is no order.",
                Pager.NONE);
    }

    private static PageBlock pauses(List<Item> pauses) {
        return new PageBlock.Table(
                "Pauses",
                List.of(
                        PageBlock.Column.tight("From"),
                        PageBlock.Column.tight("Until"),
                        PageBlock.Column.figure("Days")),
                pauses.stream()
                        .map(pause -> List.of(
                                TableCell.of(pause.date("paused_at")),
                                TableCell.of(
                                        pause.maybe("resumed_at").isPresent()
                                                ? pause.date("resumed_at")
                                                : pause.date("scheduled_resume_at")),
                                TableCell.of(pause.text("pause_duration_days"))))
                        .toList(),
                "It was never paused.",
                Pager.NONE);
    }
}
