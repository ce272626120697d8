package dev.brickwork.web.console;

import dev.brickwork.platform.CityLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Customers: the list with a search by name, and one with its people, subscriptions, invoices and credit.
final class CustomerSection implements ListSection {
    private static final String ADDRESS = "/console/customers";
    private static final Map<String, String> SOME = Map.of("limit", "10");

    @Override
    public ConsolePage list(ConsoleRequest reader) {
        var typed = reader.asked("q");
        var newest = reader.paged(Map.of("ordering", "-created_at"));
        var found = typed.isEmpty()
                ? reader.get("/customers", newest)
                : reader.search("/customers/search", newest, body -> body.put("name", typed));
        return ConsolePage.of(
                "Customers",
                new PageBlock.Filters(ADDRESS, List.of(), "Name", typed),
                new PageBlock.Table(
                        "",
                        List.of(
                                PageBlock.Column.of("Name"),
                                PageBlock.Column.tight("Country"),
                                PageBlock.Column.of("Subscriptions"),
                                PageBlock.Column.tight("Since")),
                        found.results().stream().map(CustomerSection::row).toList(),
                        typed.isEmpty() ? "There are no customers yet." : "No customer has this name.",
                        reader.pager(found)));
    }

    private static List<TableCell> row(Item customer) {
        return List.of(
                TableCell.of(customer.text("name"))
                        .to("customers", customer.text("customer_id"))
                        .with(customer.text("legal_name")),
                TableCell.of(customer.inner("address").text("country")),
                TableCell.of(customer.items("subscriptions").stream()
                        .map(each -> each.text("name"))
                        .distinct()
                        .collect(Collectors.joining(", "))),
                TableCell.of(customer.date("created_at")));
    }

    @Override
    public ConsolePage one(ConsoleRequest reader, String id) {
        var path = "/customers/" + id;
        var customer = reader.get(path);
        var credits = reader.get(path + "/credits", SOME);
        var invoices = reader.get(
                "/invoices",
                Map.of(
                        InvoiceSection.filter(customer),
                        id,
                        "limit",
                        "10",
                        "ordering",
                        "-bill_at",
                        "issued_from",
                        InvoiceSection.FIRST_DAY));
        return ConsolePage.of(
                        customer.text("name"),
                        facts(customer, credits),
                        subscriptions(customer.items("subscriptions")),
                        InvoiceSection.table(
                                "Latest invoices",
                                invoices.results(),
                                "Nothing has been invoiced yet.",
                                InvoiceSection.all(id, invoices)),
                        people(reader.get(path + "/persons", SOME)),
                        credits(reader, credits))
                .under("Customers", "customers");
    }

    private static PageBlock facts(Item customer, Item credits) {
        var facts = new ArrayList<PageBlock.Fact>();
        facts.add(new PageBlock.Fact("Legal name", TableCell.of(customer.text("legal_name"))));
        facts.add(new PageBlock.Fact("Address", TableCell.of(address(customer.inner("address")))));
        facts.add(new PageBlock.Fact("Tax id", TableCell.of(customer.text("tax_id"))));
        facts.add(new PageBlock.Fact("External id", TableCell.of(customer.text("external_id"))));
        facts.add(new PageBlock.Fact("Time zone", TableCell.of(customer.text("time_zone"))));
        facts.add(new PageBlock.Fact("Language", TableCell.of(customer.text("locale"))));
        var balances = credits.items("balances").stream()
                .map(each -> each.money("balance"))
                .collect(Collectors.joining(", "));
        facts.add(new PageBlock.Fact("Credit", TableCell.of(balances)));
        facts.removeIf(fact -> fact.value().text().isEmpty());
        return new PageBlock.Facts("", facts);
    }

    private static String address(Item address) {
        var country = address.text("country");
        var town = CityLine.of(country, address.text("city"), address.text("region"), address.text("zip"));
        return Stream.of(address.text("line_1"), address.text("line_2"), town, country)
                .filter(text -> !text.isBlank())
                .collect(Collectors.joining(", "));
    }

    private static PageBlock subscriptions(List<Item> subscriptions) {
        return new PageBlock.Table(
                "Subscriptions",
                List.of(PageBlock.Column.of("Name"), PageBlock.Column.tight("Status"), PageBlock.Column.tight("Term")),
                subscriptions.stream()
                        .map(each -> List.of(
                                TableCell.of(each.text("name")).to("subscriptions", each.text("subscription_id")),
                                TableCell.status(each, "status"),
                                TableCell.of(each.period())))
                        .toList(),
                "This customer has no subscription.",
                Pager.NONE);
    }

    private static PageBlock people(Item people) {
        return new PageBlock.Table(
                "People",
                List.of(PageBlock.Column.of("Name"), PageBlock.Column.of("Role"), PageBlock.Column.of("Mail")),
                people.results().stream()
                        .map(person -> List.of(
                                TableCell.of((person.text("first_name") + " " + person.text("last_name")).strip()),
                                TableCell.of(person.text("role")),
                                TableCell.of(person.text("email"))))
                        .toList(),
                "No person is named.",
                Pager.NONE);
    }

    private static PageBlock credits(ConsoleRequest reader, Item credits) {
        return new PageBlock.Table(
                "Credit",
                List.of(PageBlock.Column.tight("When"), PageBlock.Column.of("What"), PageBlock.Column.figure("Amount")),
                credits.results().stream()
                        .map(entry -> List.of(
                                TableCell.of(entry.moment("created_at", reader.zone())),
                                TableCell.of(entry.words("type"))
                                        .to("invoices", entry.text("invoice_id"))
                                        .with(entry.text("reason")),
                                TableCell.of(entry.money("amount"))))
                        .toList(),
                "There has been no credit.",
                Pager.NONE);
    }
}
