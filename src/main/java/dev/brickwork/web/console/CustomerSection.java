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
    public Sheet list(Reader reader) {
        var typed = reader.asked("q");
        var newest = reader.paged(Map.of("ordering", "-created_at"));
        var found = typed.isEmpty()
                ? reader.get("/customers", newest)
                : reader.search("/customers/search", newest, body -> body.put("name", typed));
        return Sheet.of(
                "Customers",
                new Block.Filters(ADDRESS, List.of(), "Name", typed),
                new Block.Table(
                        "",
                        List.of(
                                Block.Column.of("Name"),
                                Block.Column.tight("Country"),
                                Block.Column.of("Subscriptions"),
                                Block.Column.tight("Since")),
                        found.results().stream().map(CustomerSection::row).toList(),
                        typed.isEmpty() ? "There are no customers yet." : "No customer has this name.",
                        reader.pager(found)));
    }

    private static List<Cell> row(Item customer) {
        return List.of(
                Cell.of(customer.text("name"))
                        .to("customers", customer.text("customer_id"))
                        .with(customer.text("legal_name")),
                Cell.of(customer.inner("address").text("country")),
                Cell.of(customer.items("subscriptions").stream()
                        .map(each -> each.text("name"))
                        .distinct()
                        .collect(Collectors.joining(", "))),
                Cell.of(customer.date("created_at")));
    }

    @Override
    public Sheet one(Reader reader, String id) {
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
        return Sheet.of(
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

    private static Block facts(Item customer, Item credits) {
        var facts = new ArrayList<Block.Fact>();
        facts.add(new Block.Fact("Legal name", Cell.of(customer.text("legal_name"))));
        facts.add(new Block.Fact("Address", Cell.of(address(customer.inner("address")))));
        facts.add(new Block.Fact("Tax id", Cell.of(customer.text("tax_id"))));
        facts.add(new Block.Fact("External id", Cell.of(customer.text("external_id"))));
        facts.add(new Block.Fact("Time zone", Cell.of(customer.text("time_zone"))));
        facts.add(new Block.Fact("Language", Cell.of(customer.text("locale"))));
        var balances = credits.items("balances").stream()
                .map(each -> each.money("balance"))
                .collect(Collectors.joining(", "));
        facts.add(new Block.Fact("Credit", Cell.of(balances)));
        facts.removeIf(fact -> fact.value().text().isEmpty());
        return new Block.Facts("", facts);
    }

    private static String address(Item address) {
        var country = address.text("country");
        var town = CityLine.of(country, address.text("city"), address.text("region"), address.text("zip"));
        return Stream.of(address.text("line_1"), address.text("line_2"), town, country)
                .filter(text -> !text.isBlank())
                .collect(Collectors.joining(", "));
    }

    private static Block subscriptions(List<Item> subscriptions) {
        return new Block.Table(
                "Subscriptions",
                List.of(Block.Column.of("Name"), Block.Column.tight("Status"), Block.Column.tight("Term")),
                subscriptions.stream()
                        .map(each -> List.of(
                                Cell.of(each.text("name")).to("subscriptions", each.text("subscription_id")),
                                Cell.status(each, "status"),
                                Cell.of(each.period())))
                        .toList(),
                "This customer has no subscription.",
                Pager.NONE);
    }

    private static Block people(Item people) {
        return new Block.Table(
                "People",
                List.of(Block.Column.of("Name"), Block.Column.of("Role"), Block.Column.of("Mail")),
                people.results().stream()
                        .map(person -> List.of(
                                Cell.of((person.text("first_name") + " " + person.text("last_name")).strip()),
                                Cell.of(person.text("role")),
                                Cell.of(person.text("email"))))
                        .toList(),
                "Nobody is named.",
                Pager.NONE);
    }

    private static Block credits(Reader reader, Item credits) {
        return new Block.Table(
                "Credit",
                List.of(Block.Column.tight("When"), Block.Column.of("What"), Block.Column.figure("Amount")),
                credits.results().stream()
                        .map(entry -> List.of(
                                Cell.of(entry.moment("created_at", reader.zone())),
                                Cell.of(entry.words("type"))
                                        .to("invoices", entry.text("invoice_id"))
                                        .with(entry.text("reason")),
                                Cell.of(entry.money("amount"))))
                        .toList(),
                "There has been no credit.",
                Pager.NONE);
    }
}
