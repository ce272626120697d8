package dev.brickwork.web.console;

import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.pages.HtmlAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Invoices: the list by how they stand, one with everything that belongs to it, its PDF, and where its amounts come
/// from.
final class InvoiceSection implements ListSection {
    private static final String ADDRESS = "/console/invoices";

    /// The first day that the API takes: what has a day of issue is issued.
    static final String FIRST_DAY = "2000-01-01";

    private static final String OPEN = "OUTSTANDING,DUE,PAST_DUE,PARTIALLY_PAID,UNPAID,PAUSED";
    private static final List<PageBlock.Column> COLUMNS = List.of(
            PageBlock.Column.tight("Number"),
            PageBlock.Column.tight("Status"),
            PageBlock.Column.tight("Billed"),
            PageBlock.Column.tight("Due"),
            PageBlock.Column.figure("Total"),
            PageBlock.Column.figure("Open"));
    /// The kinds of lines that stand below the tax and are no part of the subtotal (rules R-04, M-08).
    private static final Set<String> BALANCING = Set.of("ADJUSTMENT_CREDIT", "CREDIT_CARRIED_FORWARD");

    private static final int HISTORY_COUNT_MAX = 100;
    private static final int CUSTOMER_COUNT_MAX = 10;

    /// Which invoices a tab shows.
    private enum Show {
        ISSUED("Issued", ""),
        OPEN("Open", InvoiceSection.OPEN),
        PAST_DUE("Past due", InvoiceSection.OPEN),
        PAID("Paid", "PAID,ADJUSTED,CREDITED"),
        SCHEDULED("Scheduled", "SCHEDULED"),
        PAUSED("Paused", "PAUSED"),
        VOIDED("Void", "VOIDED");

        private final String title;
        private final String statuses;

        Show(String title, String statuses) {
            this.title = title;
            this.statuses = statuses;
        }

        private String value() {
            return this == ISSUED ? "" : name().toLowerCase(Locale.ROOT);
        }

        private boolean isIssued() {
            return this == ISSUED || this == OPEN || this == PAST_DUE;
        }

        private static Show of(String value) {
            for (var each : values()) if (each.value().equals(value)) return each;
            return ISSUED;
        }
    }

    @Override
    public Optional<ConsolePage> show(ConsoleRequest reader, List<String> path) {
        return path.size() == 2 && path.get(1).equals("explain")
                ? Optional.of(explained(reader, Section.id(path.getFirst())))
                : ListSection.super.show(reader, path);
    }

    /// The PDF, where the path names one.
    Optional<Answer> file(ConsoleRequest reader, List<String> path) {
        if (path.size() != 3
                || !path.getFirst().equals("invoices")
                || !path.get(2).equals("pdf")) return Optional.empty();
        var id = Section.id(path.get(1));
        var invoice = reader.get("/invoices/" + id);
        var pdf = reader.file("/invoices/%s/pdf".formatted(id), "application/pdf");
        var name = invoice.text("invoice_number").replaceAll("[^A-Za-z0-9._-]", "_");
        return Optional.of(HtmlAnswer.file("application/pdf", name + ".pdf", pdf));
    }

    /// A number is looked for first; what is no number is taken for a part of a customer's name.
    @Override
    public ConsolePage list(ConsoleRequest reader) {
        var typed = reader.asked("q");
        if (typed.isEmpty()) return listed(reader, reader.asked("customer"));
        var byNumber = reader.get("/invoices", Map.of("number", typed));
        if (byNumber.number("count") > 0) {
            return ConsolePage.of("Invoices", filters(reader, ""), table(byNumber.results(), Pager.NONE));
        }
        var named = reader.search(
                "/customers/search",
                Map.of("limit", Integer.toString(CUSTOMER_COUNT_MAX)),
                body -> body.put("name", typed));
        if (named.number("count") == 1) {
            return listed(reader, named.results().getFirst().text("customer_id"));
        }
        return ConsolePage.of("Invoices", filters(reader, ""), customers(named));
    }

    private static ConsolePage listed(ConsoleRequest reader, String customer) {
        var show = Show.of(reader.asked("show"));
        var filters = new LinkedHashMap<String, String>();
        if (!customer.isEmpty()) filters.put(filter(reader.get("/customers/" + Section.id(customer))), customer);
        if (!show.statuses.isEmpty()) filters.put("status", show.statuses);
        if (show.isIssued()) filters.put("issued_from", FIRST_DAY);
        if (show == Show.PAST_DUE)
            filters.put("due_to", reader.get("/invoices/totals").text("as_of"));
        filters.put("ordering", show == Show.SCHEDULED ? "bill_at" : "-bill_at");
        var found = reader.list("/invoices", filters);
        return ConsolePage.of("Invoices", filters(reader, customer), table(found.results(), reader.pager(found)));
    }

    private static PageBlock filters(ConsoleRequest reader, String customer) {
        var tabs = new ArrayList<PageBlock.Tab>();
        for (var each : Show.values()) {
            var query = Map.of("show", each.value(), "customer", customer);
            tabs.add(new PageBlock.Tab(
                    each.title,
                    each.value(),
                    ConsoleRequest.link(ADDRESS, query),
                    each == Show.of(reader.asked("show"))));
        }
        return new PageBlock.Filters(ADDRESS, tabs, "Invoice number or customer", reader.asked("q"));
    }

    private static PageBlock customers(Item named) {
        return new PageBlock.Table(
                "",
                List.of(PageBlock.Column.of("Customers of this name")),
                named.results().stream()
                        .map(customer -> List.of(TableCell.of(customer.text("name"))
                                .to(ConsoleRequest.link(ADDRESS, Map.of("customer", customer.text("customer_id"))))))
                        .toList(),
                "No invoice has this number, and no customer this name.",
                Pager.NONE);
    }

    private static PageBlock.Table table(List<Item> invoices, Pager pager) {
        var columns = new ArrayList<>(COLUMNS);
        columns.add(1, PageBlock.Column.of("Customer"));
        var rows = new ArrayList<List<TableCell>>();
        for (var invoice : invoices) {
            var row = new ArrayList<>(row(invoice));
            row.add(1, payer(invoice));
            rows.add(row);
        }
        return new PageBlock.Table("", columns, rows, "No such invoices.", pager);
    }

    /// The invoice table on the page of a customer or subscription, without columns that would repeat the customer.
    static PageBlock.Table table(String title, List<Item> invoices, String empty, Pager pager) {
        var rows = invoices.stream().map(InvoiceSection::row).toList();
        return new PageBlock.Table(title, COLUMNS, rows, empty, pager);
    }

    /// `customer_name` is who pays.
    private static TableCell payer(Item invoice) {
        return TableCell.of(invoice.text("customer_name")).to("customers", invoice.text("billed_company_id"));
    }

    /// By which the API finds the invoices of a customer: a partner has those that it pays for others, too.
    static String filter(Item customer) {
        return customer.is("is_partner") ? "billed_company_id" : "customer_id";
    }

    /// From the first invoices of a customer to all of them.
    static Pager all(String customer, Item some) {
        boolean isMore = some.number("count") > some.results().size();
        return isMore ? new Pager("", "", ConsoleRequest.link(ADDRESS, Map.of("customer", customer))) : Pager.NONE;
    }

    private static List<TableCell> row(Item invoice) {
        return List.of(
                TableCell.of(number(invoice)).to("invoices", invoice.text("invoice_id")),
                TableCell.status(invoice, "status"),
                TableCell.of(invoice.date("bill_at")),
                TableCell.of(invoice.date("due_at")),
                TableCell.of(invoice.money("grand_total")),
                TableCell.of(
                        invoice.maybe("issued_at").isEmpty() || isVoid(invoice)
                                ? ""
                                : invoice.money("remaining_amount")));
    }

    /// A void invoice keeps its amounts, but nothing of it is due any more (rule I-07).
    private static boolean isVoid(Item invoice) {
        return invoice.text("status").equals("VOIDED");
    }

    private static String number(Item invoice) {
        return invoice.maybe("invoice_number").orElse("Not issued");
    }

    @Override
    public ConsolePage one(ConsoleRequest reader, String id) {
        var path = "/invoices/" + id;
        var invoice = reader.get(path);
        var some = Map.of("limit", Integer.toString(HISTORY_COUNT_MAX));
        var blocks = new ArrayList<PageBlock>();
        blocks.add(facts(reader, invoice));
        blocks.add(lines(invoice));
        blocks.add(totals(invoice));
        blocks.add(payments(reader, invoice));
        blocks.add(versions(reader, reader.get(path + "/versions", some), invoice.text("currency")));
        blocks.add(history(reader, reader.get(path + "/history", some)));
        var sheet = ConsolePage.of(title(invoice), blocks)
                .under("Invoices", "invoices")
                .standing(TableCell.status(invoice, "status"))
                .link("Explain the amounts", ADDRESS + "/" + id + "/explain");
        if (invoice.maybe("invoice_number").isEmpty()) return sheet;
        var printed = sheet.link("PDF", ADDRESS + "/" + id + "/pdf");
        return invoice.maybe("payment_url")
                .map(url -> printed.link("Payment page", url))
                .orElse(printed);
    }

    private static String title(Item invoice) {
        return invoice.maybe("invoice_number").map(it -> "Invoice " + it).orElse("Invoice, not issued yet");
    }

    private static PageBlock facts(ConsoleRequest reader, Item invoice) {
        var facts = new ArrayList<PageBlock.Fact>();
        facts.add(new PageBlock.Fact("Customer", payer(invoice)));
        var user = invoice.text("customer_id");
        if (!user.equals(invoice.text("billed_company_id"))) {
            var name = reader.get("/customers/" + user).text("name");
            facts.add(new PageBlock.Fact("Service for", TableCell.of(name).to("customers", user)));
        }
        invoice.maybe("subscription_id")
                .ifPresent(id -> facts.add(new PageBlock.Fact(
                        "Subscription", TableCell.of("Terms and schedule").to("subscriptions", id))));
        facts.add(new PageBlock.Fact("Billed", TableCell.of(invoice.date("bill_at"))));
        facts.add(new PageBlock.Fact("Issued", TableCell.of(invoice.date("issued_at"))));
        facts.add(new PageBlock.Fact("Due", TableCell.of(invoice.date("due_at"))));
        facts.add(new PageBlock.Fact("Paid", TableCell.of(invoice.moment("fully_paid_at", reader.zone()))));
        facts.add(new PageBlock.Fact(
                "Purchase order", TableCell.of(invoice.inner("purchase_order").text("code"))));
        facts.add(new PageBlock.Fact("Memo", TableCell.of(invoice.text("memo"))));
        facts.removeIf(fact -> fact.value().text().isEmpty());
        return new PageBlock.Facts("", facts);
    }

    private static PageBlock lines(Item invoice) {
        var currency = invoice.text("currency");
        return new PageBlock.Table(
                "Lines",
                List.of(
                        PageBlock.Column.of("What"),
                        PageBlock.Column.tight("Period"),
                        PageBlock.Column.figure("Quantity"),
                        PageBlock.Column.figure("Subtotal"),
                        PageBlock.Column.figure("Discount"),
                        PageBlock.Column.figure("Tax"),
                        PageBlock.Column.figure("Total")),
                invoice.items("line_items").stream()
                        .map(line -> List.of(
                                TableCell.of(line.text("brick_name")).with(line.words("kind")),
                                TableCell.of(line.period()),
                                TableCell.of(line.quantity("quantity")),
                                TableCell.of(line.money("sub_total", currency)),
                                some(line, "discount_total", currency),
                                some(line, "tax", currency),
                                TableCell.of(line.money("grand_total", currency))))
                        .toList(),
                "This invoice has no lines yet.",
                Pager.NONE);
    }

    /// Zero is left out.
    private static TableCell some(Item item, String field, String currency) {
        return TableCell.of(item.number(field) == 0 ? "" : item.money(field, currency));
    }

    private static PageBlock totals(Item invoice) {
        var facts = new ArrayList<PageBlock.Fact>();
        facts.add(new PageBlock.Fact("Subtotal", TableCell.of(invoice.money("sub_total"))));
        sum(facts, invoice, "Discount", "discount_total");
        for (var tax : invoice.items("taxes")) {
            var name = tax.is("reverse_charge")
                    ? tax.text("name") + ", reverse charge"
                    : "%s %s %%".formatted(tax.text("name"), tax.text("rate"));
            facts.add(new PageBlock.Fact(name, TableCell.of(tax.money("amount", invoice.text("currency")))));
        }
        for (var line : invoice.items("line_items")) {
            if (!BALANCING.contains(line.text("kind"))) continue;
            var amount = line.money("grand_total", invoice.text("currency"));
            facts.add(new PageBlock.Fact(line.text("brick_name"), TableCell.of(amount)));
        }
        facts.add(new PageBlock.Fact("Total", TableCell.of(invoice.money("grand_total"))));
        sum(facts, invoice, "Credit used", "credited_total");
        sum(facts, invoice, "Offset", "offset_total");
        sum(facts, invoice, "Paid", "paid_total");
        if (!isVoid(invoice)) facts.add(new PageBlock.Fact("Open", TableCell.of(invoice.money("remaining_amount"))));
        return new PageBlock.Facts("Totals", facts);
    }

    private static void sum(List<PageBlock.Fact> facts, Item invoice, String name, String field) {
        if (invoice.number(field) != 0) facts.add(new PageBlock.Fact(name, TableCell.of(invoice.money(field))));
    }

    private static PageBlock payments(ConsoleRequest reader, Item invoice) {
        return new PageBlock.Table(
                "Payments",
                List.of(
                        PageBlock.Column.tight("When"),
                        PageBlock.Column.of("How"),
                        PageBlock.Column.tight("State"),
                        PageBlock.Column.figure("Amount"),
                        PageBlock.Column.figure("Refunded")),
                invoice.items("payments").stream()
                        .map(payment -> List.of(
                                TableCell.of(payment.moment("paid_at", reader.zone())),
                                TableCell.of(payment.words("payment_method"))
                                        .with(payment.maybe("error").orElse(payment.text("payment_proof"))),
                                TableCell.status(payment, "state"),
                                TableCell.of(payment.money("paid_amount")),
                                some(payment, "refunded_amount", payment.text("currency"))))
                        .toList(),
                "Nothing has been paid.",
                Pager.NONE);
    }

    private static PageBlock versions(ConsoleRequest reader, Item versions, String currency) {
        return new PageBlock.Table(
                "Versions",
                List.of(
                        PageBlock.Column.tight("Version"),
                        PageBlock.Column.of("Why"),
                        PageBlock.Column.tight("When"),
                        PageBlock.Column.figure("Total")),
                versions.results().stream()
                        .map(version -> List.of(
                                TableCell.of(version.text("version")),
                                TableCell.of(version.words("cause")),
                                TableCell.of(version.moment("created_at", reader.zone())),
                                TableCell.of(version.money("grand_total", currency))))
                        .toList(),
                "It has not been issued yet.",
                Pager.NONE);
    }

    private static PageBlock history(ConsoleRequest reader, Item history) {
        return new PageBlock.Table(
                "History",
                List.of(PageBlock.Column.tight("When"), PageBlock.Column.of("What"), PageBlock.Column.of("Who")),
                history.results().stream()
                        .map(entry -> List.of(
                                TableCell.of(entry.moment("occurred_at", reader.zone())),
                                TableCell.of(entry.words("what")).with(entry.text("reason")),
                                who(entry.inner("actor"))))
                        .toList(),
                "Nothing has happened yet.",
                Pager.NONE);
    }

    private static TableCell who(Item actor) {
        return TableCell.of(actor.words("kind")).with(actor.maybe("name").orElse(actor.text("id")));
    }

    private static ConsolePage explained(ConsoleRequest reader, String id) {
        var told = reader.get("/invoices/%s/explain".formatted(id));
        var amounts = new ArrayList<PageBlock.Step>();
        steps(amounts, told.items("parts"), told.text("currency"), 0);
        amounts.add(new PageBlock.Step(0, "Total", told.money("grand_total"), ""));
        var settlement = new ArrayList<PageBlock.Step>();
        steps(settlement, told.items("settlement"), told.text("currency"), 0);
        settlement.add(new PageBlock.Step(0, "Open", told.money("remaining_amount"), ""));
        return ConsolePage.of(
                        "Where the amounts come from",
                        new PageBlock.Steps("Amounts in " + told.text("currency"), amounts),
                        new PageBlock.Steps("Settlement", settlement))
                .under(title(told), "invoices/" + id);
    }

    private static void steps(List<PageBlock.Step> steps, List<Item> parts, String currency, int depth) {
        for (var part : parts) {
            steps.add(new PageBlock.Step(
                    depth, part.text("text"), part.money("amount", currency), String.join(", ", part.texts("rules"))));
            steps(steps, part.items("parts"), currency, depth + 1);
        }
    }
}
