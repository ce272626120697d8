package dev.brickwork.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.Secret;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/// Tells the year of a company. It walks the calendar day by day on which something happens, moves the test clock
/// there and lets customers buy, change, pay, forget to pay and leave.
///
/// Cut short, it is simply told again: days that have passed are not lived twice, and what was done answers as it
/// did.
public final class Demo {
    private static final int PAY_EVERY_DAYS = 7;
    private static final int PERCENT_TOLD = 25;
    private static final long CREDIT_MINOR = 5_000_00;
    private static final long OVERPAID_MINOR = 50_00;

    private final DemoClient api;
    private final LocalDate begin;
    private final LocalDate end;
    private final Instant now;
    private final Consumer<String> progress;
    private final List<DemoCustomer> customers;
    private final Map<String, String> customerIds = new HashMap<>();
    private final Map<String, String> subscriptionIds = new HashMap<>();

    private Demo(DemoClient api, List<DemoCustomer> customers, Instant now, Consumer<String> progress) {
        this.api = api;
        this.customers = customers;
        this.now = now;
        this.end = LocalDate.ofInstant(now, ZoneOffset.UTC);
        this.begin = end.withDayOfMonth(1).minusYears(1);
        this.progress = progress;
    }

    /// Fills the seller that the key belongs to.
    ///
    /// @param key of a test seller that has no business yet, or whose demo was cut short
    /// @param now where the story ends: real time
    public static void run(String baseUrl, Secret key, Instant now, Consumer<String> progress) {
        run(baseUrl, key, DemoCustomer.all(), now, progress);
    }

    static void run(String baseUrl, Secret key, List<DemoCustomer> customers, Instant now, Consumer<String> progress) {
        try (var api = new DemoClient(baseUrl, key)) {
            new Demo(api, customers, now, progress).tell();
        }
    }

    /// Something that happens on a day.
    private record Happening(LocalDate on, int order, Runnable what) {}

    private void tell() {
        var clock = api.get("/test-clock");
        boolean isBegun = !clock.path("follows_real_time").asBoolean(true);
        if (!isBegun) api.put("/test-clock", "clock", "{\"now\": \"%sT06:00:00Z\"}".formatted(begin));
        var lived =
                isBegun ? LocalDate.ofInstant(Instant.parse(clock.path("now").asText()), ZoneOffset.UTC) : begin;
        DemoCompany.settle(api, begin);
        var catalogue = DemoCatalogue.fill(api);
        for (var customer : customers) meet(customer);
        var story = story(catalogue);
        int told = 0;
        for (int i = 0; i < story.size(); i++) {
            var happening = story.get(i);
            if (happening.on.isAfter(end)) break;
            if (happening.on.isAfter(lived)) {
                advance("%sT09:00:00Z".formatted(happening.on));
                lived = happening.on;
            }
            if (!happening.on.isBefore(lived) || happening.order == 0) happening.what.run();
            int percent = i * 100 / story.size();
            if (percent >= told + PERCENT_TOLD) {
                told = percent;
                progress.accept("%d %% of its story is told, it is %s".formatted(percent, happening.on));
            }
        }
        advance(now.toString());
    }

    private void advance(String to) {
        api.post("/test-clock/advance", "advance to " + to, "{\"to\": \"%s\"}".formatted(to));
    }

    private void meet(DemoCustomer customer) {
        var id = api.post("/customers", "customer " + customer.name(), customer.json())
                .path("customer_id")
                .asText();
        customerIds.put(customer.name(), id);
    }

    /// All that happens, in order. What makes something (order 0) is asked for again when the story is told again,
    /// for its id.
    private List<Happening> story(DemoCatalogue catalogue) {
        var all = new ArrayList<Happening>();
        for (var customer : customers) {
            var start = customer.starts(begin);
            var deal = new DemoDeal(api, catalogue, customer, customerIds);
            all.add(new Happening(start, 0, () -> subscriptionIds.put(customer.name(), deal.buy(start))));
            later(all, customer, "upgrade", on -> deal.upgrade(subscription(customer), on));
            later(all, customer, "recast", on -> deal.recast(subscription(customer), on));
            later(all, customer, "pause", on -> deal.pause(subscription(customer), on));
            later(all, customer, "terminate", on -> deal.terminate(subscription(customer), on));
            later(all, customer, "void", on -> deal.voidLast(subscription(customer)));
            if (customer.is("adjust")) {
                all.add(new Happening(
                        start.plusDays(40), 1, () -> deal.recast(subscription(customer), start.plusDays(40))));
            }
            if (customer.is("credit")) {
                all.add(new Happening(start.minusDays(1), 1, () -> deal.credit(CREDIT_MINOR)));
            }
            if (customer.is("milestone")) {
                all.add(new Happening(start.plusDays(50), 1, () -> deal.completeMilestone(subscription(customer))));
            }
            if (customer.is("card") || customer.is("badcard")) {
                all.add(new Happening(start.minusDays(1), 1, () -> deal.saveCard()));
                all.add(new Happening(start, 1, () -> deal.autoPay(subscription(customer))));
            }
            if (customer.is("hold")) {
                all.add(new Happening(start.plusDays(20), 1, () -> deal.hold(subscription(customer))));
            }
        }
        for (var day = begin.plusDays(PAY_EVERY_DAYS); day.isBefore(end); day = day.plusDays(PAY_EVERY_DAYS)) {
            var on = day;
            all.add(new Happening(on, 2, () -> pay(on)));
        }
        all.sort(Comparator.comparing(Happening::on).thenComparingInt(Happening::order));
        return all;
    }

    private void later(List<Happening> all, DemoCustomer customer, String word, Consumer<LocalDate> what) {
        customer.month(word).ifPresent(month -> {
            var on = customer.starts(begin).plusMonths(month).plusDays(9);
            all.add(new Happening(on, 1, () -> what.accept(on)));
        });
    }

    private String subscription(DemoCustomer customer) {
        var id = subscriptionIds.get(customer.name());
        if (id == null) throw new IllegalStateException("%s has bought nothing yet".formatted(customer.name()));
        return id;
    }

    /// Once a week the bank statement is read.
    private void pay(LocalDate today) {
        var open = api.get("/invoices?limit=1000&status=OUTSTANDING,DUE,PAST_DUE,PARTIALLY_PAID")
                .path("results");
        for (var invoice : open) {
            customers.stream()
                    .filter(customer ->
                            invoice.path("billed_company_id").asText().equals(customerIds.get(customer.name())))
                    .findFirst()
                    .ifPresent(customer -> payLike(customer, invoice, today));
        }
    }

    private void payLike(DemoCustomer customer, JsonNode invoice, LocalDate today) {
        var due = LocalDate.parse(invoice.path("due_at").asText().substring(0, 10));
        long total = invoice.path("grand_total").longValue();
        long open = invoice.path("remaining_amount").longValue();
        if (customer.is("prompt") && !today.isBefore(due.minusDays(21))) record(invoice, open, today);
        if (customer.is("punctual") && !today.isBefore(due.minusDays(6))) record(invoice, open, today);
        if (customer.is("late") && !today.isBefore(due.plusDays(16))) record(invoice, open, today);
        if (customer.is("overpay") && !today.isBefore(due.minusDays(10))) record(invoice, open + OVERPAID_MINOR, today);
        if (customer.is("partial") && open == total && !today.isBefore(due)) record(invoice, total / 2, today);
        if (customer.is("adjust") && open == total && !today.isBefore(due.minusDays(10)))
            record(invoice, total * 6 / 10, today);
        if (customer.is("partial") && open < total && !today.isBefore(due.plusDays(45))) record(invoice, open, today);
    }

    private void record(JsonNode invoice, long amount, LocalDate on) {
        var id = invoice.path("invoice_id").asText();
        api.post("/invoices/%s/payments".formatted(id), "pay %s on %s".formatted(id, on), """
                {"payment_method": "WIRE", "paid_amount": %d, "paid_at": "%sT08:30:00Z",
                 "payment_proof": "TRX-%s", "memo": "bank statement of %s"}
                """.formatted(
                        amount, on, id.substring(24).toUpperCase(Locale.ROOT), on));
    }
}
