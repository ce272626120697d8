package dev.brickwork.bench;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// Starts a subscription of 36 monthly periods and five bricks: its terms are frozen and its invoices scheduled
/// in one transaction. Each can be started once, so all of them are made beforehand.
final class StartSubscription implements Scenario {
    @Override
    public String name() {
        return "start";
    }

    @Override
    public int requests() {
        return 2_000;
    }

    @Override
    public int warmup() {
        return 500;
    }

    @Override
    public Requests prepare(Client client, int count) {
        var team = TeamPlan.create(client);
        var customer = TeamPlan.customer(client);
        var today = LocalDate.now(ZoneOffset.UTC).toString();
        var all = new ArrayList<byte[]>();
        for (int i = 0; i < count; i++) {
            var id = team.subscription(client, customer, today);
            all.add(client.bytes("POST", "/subscriptions/%s/start".formatted(id), "{}"));
        }
        var next = new AtomicInteger(); // The warm-up uses up the first ones.
        return _ -> all.get(next.getAndIncrement());
    }
}
