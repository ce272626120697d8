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
    private static final List<Block.Column> COLUMNS = List.of(
            Block.Column.tight("Number"),
            Block.Column.tight("Status"),
            Block.Column.tight("Billed"),
            Block.Column.tight("Due"),
            Block.Column.figure("Total"),
            Block.Column.figure("Open"));
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
    public Optional<Sheet> show(Reader reader, List<String> path) {
        return path.size() == 2 && path.get(1).equals("explain")
                ? Optional.of(explained(reader, Section.id(path.getFirst())))
                : ListSection.super.show(reader, path);
    }

    /// The PDF, where the path names one.
    Optional<Answer> file(Reader reader, List<String> path) {
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
    public Sheet list(Reader reader) {
        var typed = reader.asked("q");
        if (typed.isEmpty()) return listed(reader, reader.asked("customer"));
        var byNumber = reader.get("/invoices", Map.of("number", typed));
        if (byNumber.number("count") > 0) {
            return Sheet.of("Invoices", filters(reader, ""), table(byNumber.results(), Pager.NONE));
        }
        var named = reader.search(
                "/customers/search",
                Map.of("limit", Integer.toString(CUSTOMER_COUNT_MAX)),
                body -> body.put("name", typed));
        if (named.number("count") == 1) {
            return listed(reader, named.results().getFirst().text("customer_id"));
        }
        return Sheet.of("Invoices", filters(reader, ""), customers(named));
    }

    private static Sheet listed(Reader reader, String customer) {
        var show = Show.of(reader.asked("show"));
        var filters = new LinkedHashMap<String, String>();
        if (!customer.isEmpty()) filters.put(filter(reader.get("/customers/" + Section.id(customer))), customer);
        if (!show.statuses.isEmpty()) filters.put("status", show.statuses);
        if (show.isIssued()) filters.put("issued_from", FIRST_DAY);
        if (show == Show.PAST_DUE)
            filters.put("due_to", reader.get("/invoices/totals").text("as_of"));
        filters.put("ordering", show == Show.SCHEDULED ? "bill_at" : "-bill_at");
        var found = reader.list("/invoices", filters);
        return Sheet.of("Invoices", filters(reader, customer), table(found.results(), reader.pager(found)));
    }

    private static Block filters(Reader reader, String customer) {
        var tabs = new ArrayList<Block.Tab>();
        for (var each : Show.values()) {
            var query = Map.of("show", each.value(), "customer", customer);
            tabs.add(new Block.Tab(
                    each.title, each.value(), Reader.link(ADDRESS, query), each == Show.of(reader.asked("show"))));
        }
        return new Block.Filters(ADDRESS, tabs, "Invoice number or customer", reader.asked("q"));
    }

    private static Block customers(Item named) {
        return new Block.Table(
                "",
                List.of(Block.Column.of("Customers of this name")),
                named.results().stream()
                        .map(customer -> List.of(Cell.of(customer.text("name"))
                                .to(Reader.link(ADDRESS, Map.of("customer", customer.text("customer_id"))))))
                        .toList(),
                "No invoice has this number, and no customer this name.",
                Pager.NONE);
    }

    private static Block.Table table(List<Item> invoices, Pager pager) {
        var columns = new ArrayList<>(COLUMNS);
        columns.add(1, Block.Column.of("Customer"));
        var rows = new ArrayList<List<Cell>>();
        for (var invoice : invoices) {
            var row = new ArrayList<>(row(invoice));
            row.add(1, payer(invoice));
            rows.add(row);
        }
        return new Block.Table("", columns, rows, "No such invoices.", pager);
    }

    /// On the page of a customer or subscription, where nobody has to be told whose they are.
    static Block.Table table(String title, List<Item> invoices, String empty, Pager pager) {
        var rows = invoices.stream().map(InvoiceSection::row).toList();
        return new Block.Table(title, COLUMNS, rows, empty, pager);
    }

    /// `customer_name` is who pays.
    private static Cell payer(Item invoice) {
        return Cell.of(invoice.text("customer_name")).to("customers", invoice.text("billed_company_id"));
    }

    /// By which the API finds the invoices of a customer: a partner has those that it pays for others, too.
    static String filter(Item customer) {
        return customer.is("is_partner") ? "billed_company_id" : "customer_id";
    }

    /// From the first invoices of a customer to all of them.
    static Pager all(String customer, Item some) {
        boolean isMore = some.number("count") > some.results().size();
        return isMore ? new Pager("", "", Reader.link(ADDRESS, Map.of("customer", customer))) : Pager.NONE;
    }

    private static List<Cell> row(Item invoice) {
        return List.of(
                Cell.of(number(invoice)).to("invoices", invoice.text("invoice_id")),
                Cell.status(invoice, "status"),
                Cell.of(invoice.date("bill_at")),
                Cell.of(invoice.date("due_at")),
                Cell.of(invoice.money("grand_total")),
                Cell.of(
                        invoice.maybe("issued_at").isEmpty() || isVoid(invoice)
                                ? ""
                                : invoice.money("remaining_amount")));
    }

    /// Its amounts stay as they were, and nobody is asked for them any more (rule I-07).
    private static boolean isVoid(Item invoice) {
        return invoice.text("status").equals("VOIDED");
    }

    private static String number(Item invoice) {
        return invoice.maybe("invoice_number").orElse("Not issued");
    }

    @Override
    public Sheet one(Reader reader, String id) {
        var path = "/invoices/" + id;
        var invoice = reader.get(path);
        var some = Map.of("limit", Integer.toString(HISTORY_COUNT_MAX));
        var blocks = new ArrayList<Block>();
        blocks.add(facts(reader, invoice));
        blocks.add(lines(invoice));
        blocks.add(totals(invoice));
        blocks.add(payments(reader, invoice));
        blocks.add(versions(reader, reader.get(path + "/versions", some), invoice.text("currency")));
        blocks.add(history(reader, reader.get(path + "/history", some)));
        var sheet = Sheet.of(title(invoice), blocks)
                .under("Invoices", "invoices")
                .standing(Cell.status(invoice, "status"))
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

    private static Block facts(Reader reader, Item invoice) {
        var facts = new ArrayList<Block.Fact>();
        facts.add(new Block.Fact("Customer", payer(invoice)));
        var user = invoice.text("customer_id");
        if (!user.equals(invoice.text("billed_company_id"))) {
            var name = reader.get("/customers/" + user).text("name");
            facts.add(new Block.Fact("Service for", Cell.of(name).to("customers", user)));
        }
        invoice.maybe("subscription_id")
                .ifPresent(id -> facts.add(new Block.Fact(
                        "Subscription", Cell.of("Terms and schedule").to("subscriptions", id))));
        facts.add(new Block.Fact("Billed", Cell.of(invoice.date("bill_at"))));
        facts.add(new Block.Fact("Issued", Cell.of(invoice.date("issued_at"))));
        facts.add(new Block.Fact("Due", Cell.of(invoice.date("due_at"))));
        facts.add(new Block.Fact("Paid", Cell.of(invoice.moment("fully_paid_at", reader.zone()))));
        facts.add(new Block.Fact(
                "Purchase order", Cell.of(invoice.inner("purchase_order").text("code"))));
        facts.add(new Block.Fact("Memo", Cell.of(invoice.text("memo"))));
        facts.removeIf(fact -> fact.value().text().isEmpty());
        return new Block.Facts("", facts);
    }

    private static Block lines(Item invoice) {
        var currency = invoice.text("currency");
        return new Block.Table(
                "Lines",
                List.of(
                        Block.Column.of("What"),
                        Block.Column.tight("Period"),
                        Block.Column.figure("Quantity"),
                        Block.Column.figure("Subtotal"),
                        Block.Column.figure("Discount"),
                        Block.Column.figure("Tax"),
                        Block.Column.figure("Total")),
                invoice.items("line_items").stream()
                        .map(line -> List.of(
                                Cell.of(line.text("brick_name")).with(line.words("kind")),
                                Cell.of(line.period()),
                                Cell.of(line.quantity("quantity")),
                                Cell.of(line.money("sub_total", currency)),
                                some(line, "discount_total", currency),
                                some(line, "tax", currency),
                                Cell.of(line.money("grand_total", currency))))
                        .toList(),
                "This invoice has no lines yet.",
                Pager.NONE);
    }

    /// Zero is left out.
    private static Cell some(Item item, String field, String currency) {
        return Cell.of(item.number(field) == 0 ? "" : item.money(field, currency));
    }

    private static Block totals(Item invoice) {
        var facts = new ArrayList<Block.Fact>();
        facts.add(new Block.Fact("Subtotal", Cell.of(invoice.money("sub_total"))));
        sum(facts, invoice, "Discount", "discount_total");
        for (var tax : invoice.items("taxes")) {
            var name = tax.is("reverse_charge")
                    ? tax.text("name") + ", reverse charge"
                    : "%s %s %%".formatted(tax.text("name"), tax.text("rate"));
            facts.add(new Block.Fact(name, Cell.of(tax.money("amount", invoice.text("currency")))));
        }
        for (var line : invoice.items("line_items")) {
            if (!BALANCING.contains(line.text("kind"))) continue;
            var amount = line.money("grand_total", invoice.text("currency"));
            facts.add(new Block.Fact(line.text("brick_name"), Cell.of(amount)));
        }
        facts.add(new Block.Fact("Total", Cell.of(invoice.money("grand_total"))));
        sum(facts, invoice, "Credit used", "credited_total");
        sum(facts, invoice, "Offset", "offset_total");
        sum(facts, invoice, "Paid", "paid_total");
        if (!isVoid(invoice)) facts.add(new Block.Fact("Open", Cell.of(invoice.money("remaining_amount"))));
        return new Block.Facts("Totals", facts);
    }

    private static void sum(List<Block.Fact> facts, Item invoice, String name, String field) {
        if (invoice.number(field) != 0) facts.add(new Block.Fact(name, Cell.of(invoice.money(field))));
    }

    private static Block payments(Reader reader, Item invoice) {
        return new Block.Table(
                "Payments",
                List.of(
                        Block.Column.tight("When"),
                        Block.Column.of("How"),
                        Block.Column.tight("State"),
                        Block.Column.figure("Amount"),
                        Block.Column.figure("Refunded")),
                invoice.items("payments").stream()
                        .map(payment -> List.of(
                                Cell.of(payment.moment("paid_at", reader.zone())),
                                Cell.of(payment.words("payment_method"))
                                        .with(payment.maybe("error").orElse(payment.text("payment_proof"))),
                                Cell.status(payment, "state"),
                                Cell.of(payment.money("paid_amount")),
                                some(payment, "refunded_amount", payment.text("currency"))))
                        .toList(),
                "Nothing has been paid.",
                Pager.NONE);
    }

    private static Block versions(Reader reader, Item versions, String currency) {
        return new Block.Table(
                "Versions",
                List.of(
                        Block.Column.tight("Version"),
                        Block.Column.of("Why"),
                        Block.Column.tight("When"),
                        Block.Column.figure("Total")),
                versions.results().stream()
                        .map(version -> List.of(
                                Cell.of(version.text("version")),
                                Cell.of(version.words("cause")),
                                Cell.of(version.moment("created_at", reader.zone())),
                                Cell.of(version.money("grand_total", currency))))
                        .toList(),
                "It has not been issued yet.",
                Pager.NONE);
    }

    private static Block history(Reader reader, Item history) {
        return new Block.Table(
                "History",
                List.of(Block.Column.tight("When"), Block.Column.of("What"), Block.Column.of("Who")),
                history.results().stream()
                        .map(entry -> List.of(
                                Cell.of(entry.moment("occurred_at", reader.zone())),
                                Cell.of(entry.words("what")).with(entry.text("reason")),
                                who(entry.inner("actor"))))
                        .toList(),
                "Nothing has happened yet.",
                Pager.NONE);
    }

    private static Cell who(Item actor) {
        return Cell.of(actor.words("kind")).with(actor.maybe("name").orElse(actor.text("id")));
    }

    private static Sheet explained(Reader reader, String id) {
        var told = reader.get("/invoices/%s/explain".formatted(id));
        var amounts = new ArrayList<Block.Step>();
        steps(amounts, told.items("parts"), told.text("currency"), 0);
        amounts.add(new Block.Step(0, "Total", told.money("grand_total"), ""));
        var settlement = new ArrayList<Block.Step>();
        steps(settlement, told.items("settlement"), told.text("currency"), 0);
        settlement.add(new Block.Step(0, "Open", told.money("remaining_amount"), ""));
        return Sheet.of(
                        "Where the amounts come from",
                        new Block.Steps("Amounts in " + told.text("currency"), amounts),
                        new Block.Steps("Settlement", settlement))
                .under(title(told), "invoices/" + id);
    }

    private static void steps(List<Block.Step> steps, List<Item> parts, String currency, int depth) {
        for (var part : parts) {
            steps.add(new Block.Step(
                    depth, part.text("text"), part.money("amount", currency), String.join(", ", part.texts("rules"))));
            steps(steps, part.items("parts"), currency, depth + 1);
        }
    }
}
