package dev.brickwork.bench;

import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// Invoices: reading one with two lines; creating a customer with a started subscription whose first invoice is
/// issued, for a month (one invoice) and for a year billed by the month (twelve); and a billing day on which every
/// subscription is due, from the move of the clock to the last invoice stored with its events and its journal. Papers
/// and mails follow behind: what is left of them is measured apart, and the next figure waits for its end.
final class InvoiceBench {
    private static final int CONNECTIONS = 16;
    private static final int READS = 200_000;
    private static final int READS_BEFORE = 10_000;
    private static final int LOOK_MILLIS = 1_000; // Each look counts what waits, in the same database.
    private static final int SALES = 3_000;
    private static final int SALES_BEFORE = 3_400; // Of three requests each.
    private static final int YEAR = 12;

    private final ServiceProcess service;
    private final Client operator;
    private final int subscriptions;
    private final PrintStream out;

    InvoiceBench(ServiceProcess service, Client operator, int subscriptions, PrintStream out) {
        this.service = service;
        this.operator = operator;
        this.subscriptions = subscriptions;
        this.out = out;
    }

    /// A seller with a plan of two bricks.
    private record Shop(Client client, String plan, String seats, String support) {
        static Shop open(Client operator, String mode) {
            var client = operator.asNewSeller(mode);
            if (mode.equals("test")) client.put("/test-clock", "{\"now\": \"2025-01-01T08:00:00Z\"}");
            var plan = client.post("/plans", "{\"plan_name\": \"Team\"}")
                    .path("plan_id")
                    .asText();
            var seats = brick(client, "seats");
            var support = brick(client, "support");
            client.put(
                    "/plans/%s/draft".formatted(plan),
                    "{\"bricks\": [%s, %s]}".formatted(priced(seats), priced(support)));
            client.post("/plans/%s/publish".formatted(plan), "{}");
            return new Shop(client, plan, seats, support);
        }

        private static String brick(Client client, String code) {
            return client.post(
                            "/bricks",
                            "{\"brick_name\": \"%s\", \"brick_code\": \"%s\", \"brick_type\": \"SUBSCRIPTION\"}"
                                    .formatted(code, code))
                    .path("brick_id")
                    .asText();
        }

        private static String priced(String brick) {
            return """
                    {"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT", "price_period_months": 1,
                      "unit_price": "39.00"}]}""".formatted(brick);
        }

        /// A new customer, its subscription, and the start of it: three requests. Returns the subscription.
        String sell(Wire wire, int number, String startsAt, int months) throws IOException {
            var customer =
                    wire.answer(client.bytes("POST", "/customers", "{\"name\": \"Customer %d\"}".formatted(number)));
            var order = """
                    {"starts_at": "%s", "contract_length": %d, "billing_frequency": "MONTHLY", "plan_id": "%s",
                     "customer_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 10}, {"brick_id": "%s", "quantity": 1}]}
                    """.formatted(startsAt, months, plan, text(customer, "customer_id"), seats, support);
            var id = text(wire.answer(client.bytes("POST", "/subscriptions", order)), "subscription_id");
            wire.answer(client.bytes("POST", "/subscriptions/%s/start".formatted(id), "{}"));
            return id;
        }

        private static String text(String json, String field) {
            return JsonReader.stored(json).path(field).asText();
        }
    }

    void run() {
        var today = LocalDate.now(ZoneOffset.UTC).toString();
        var shop = Shop.open(operator, "live");
        var number = new AtomicInteger();
        sell(shop, number, SALES_BEFORE, today, YEAR);
        finishBehind();
        for (int months : List.of(1, YEAR)) {
            measured("customer and started subscription of %d months, first invoice issued".formatted(months), () -> {
                sell(shop, number, SALES, today, months);
                return SALES;
            });
            finishBehind();
        }
        read(shop);
        cycle();
        finishBehind();
    }

    /// Prints and mails what waits.
    private void finishBehind() {
        measured("print, mail", () -> {
            long before = metric("brickwork_outbox_done_total{listener=\"print-invoice\"}");
            while (metric("brickwork_outbox_waiting") + metric("brickwork_mails_waiting") > 0)
                Thread.sleep(LOOK_MILLIS);
            return metric("brickwork_outbox_done_total{listener=\"print-invoice\"}") - before;
        });
    }

    private long metric(String name) {
        return operator.text("/metrics")
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> new BigDecimal(line.substring(name.length() + 1)).longValueExact())
                .findFirst()
                .orElse(0L); // Nothing of the kind has happened yet.
    }

    private void sell(Shop shop, AtomicInteger number, int count, String startsAt, int months) {
        int last = number.get() + count;
        atOnce(wire -> {
            for (int n = number.getAndIncrement(); n < last; n = number.getAndIncrement())
                shop.sell(wire, n, startsAt, months);
            return 0;
        });
        number.set(last);
    }

    private void read(Shop shop) {
        var invoice = shop.client
                .call("GET", "/invoices?limit=1&status=OUTSTANDING", "")
                .path("results")
                .path(0)
                .path("invoice_id")
                .asText();
        var request = shop.client.bytes("GET", "/invoices/" + invoice, "");
        var load = new Load(service.port(), CONNECTIONS);
        load.run(_ -> request, READS_BEFORE);
        measured(
                "read an invoice with two lines",
                () -> load.run(_ -> request, READS).count());
    }

    /// The second month of everybody warms up, the third is measured. The eve is reached before: reminders and overdue
    /// payments of the months behind are not the work of a billing day.
    private void cycle() {
        var shop = Shop.open(operator, "test");
        sell(shop, new AtomicInteger(), subscriptions, "2025-01-01", YEAR);
        finishBehind();
        issueDay(shop, "2025-02-01");
        finishBehind();
        advance(shop, "2025-02-28T23:00:00Z");
        finishBehind();
        measured("billing day of %d subscriptions".formatted(subscriptions), () -> issueDay(shop, "2025-03-01"));
    }

    /// @return how many invoices were issued
    private long issueDay(Shop shop, String day) {
        advance(shop, day + "T00:00:00Z");
        long issued = shop.client
                .call("GET", "/invoices?limit=1&issued_from=" + day, "")
                .path("count")
                .asLong();
        if (issued != subscriptions) throw new IllegalStateException("%d invoices issued".formatted(issued));
        return issued;
    }

    private static void advance(Shop shop, String to) {
        shop.client.post("/test-clock/advance", "{\"to\": \"%s\"}".formatted(to));
    }

    private interface Work {
        int on(Wire wire) throws IOException;
    }

    private void atOnce(Work work) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = new ArrayList<Future<Integer>>();
            for (int i = 0; i < CONNECTIONS; i++) {
                all.add(threads.submit(() -> {
                    try (var wire = new Wire(service.port())) {
                        return work.on(wire);
                    }
                }));
            }
            for (var one : all) one.get();
        } catch (ExecutionException broken) {
            throw new IllegalStateException(broken.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /// @param work returns how often it was done
    private void measured(String what, Callable<? extends Number> work) {
        long serviceBefore = Cpu.micros(service.pid()).orElse(0);
        long postgresBefore = service.postgresMicros();
        long begin = System.nanoTime();
        long count;
        try {
            count = Math.max(1, work.call().longValue());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
        long micros = Math.max(1, (System.nanoTime() - begin) / 1000);
        long serviceMicros = (Cpu.micros(service.pid()).orElse(0) - serviceBefore) / count;
        long postgresMicros = (service.postgresMicros() - postgresBefore) / count;
        out.println(JsonWriter.text(json -> json.object(line -> line.put("scenario", what)
                .put("count", count)
                .put("per_second", count * 1_000_000 / micros)
                .put("seconds", micros / 1_000_000)
                .put("service_cpu_micros_each", serviceMicros)
                .put("postgres_cpu_micros_each", postgresMicros))));
    }
}
