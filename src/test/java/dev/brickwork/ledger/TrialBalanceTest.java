package dev.brickwork.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.Caller;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.support.Property;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The trial balance is the sum of the entries, whatever of them was added up already.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class TrialBalanceTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private static final Journal JOURNAL = new Journal(HOUSE.wiring().sellers());
    private static final Instant MIDNIGHT = Instant.parse("2025-03-01T00:00:00Z");
    private static final List<Account> ACCOUNTS = List.of(Account.CASH, Account.REVENUE, Account.TAX, Account.GOODWILL);

    private record Booked(Instant at, Account debit, Account credit, long amount) {}

    /// Moments meet at midnight, where the totals of whole days end and single entries begin.
    private static Instant someMoment(Random random) {
        var edge = MIDNIGHT.plus(Duration.ofDays(random.nextInt(3)));
        return switch (random.nextInt(4)) {
            case 0 -> edge;
            case 1 -> edge.minusNanos(1_000);
            case 2 -> edge.plusNanos(1_000);
            default -> edge.plusSeconds(random.nextInt(86_400));
        };
    }

    @Test
    void isTheSumOfTheEntries() {
        Property.holds(Property.cases(2, 200), random -> {
            var seller = HOUSE.seller();
            var all = new ArrayList<Booked>();
            for (int i = 0; i < 30; i++) {
                int debit = random.nextInt(ACCOUNTS.size());
                var credit = ACCOUNTS.get((debit + 1 + random.nextInt(ACCOUNTS.size() - 1)) % ACCOUNTS.size());
                var booked = new Booked(someMoment(random), ACCOUNTS.get(debit), credit, 1 + random.nextInt(1_000));
                all.add(booked);
                post(seller, booked);
                if (random.nextInt(10) == 0) HOUSE.database().inTransaction(AddUpJournal::bite);
            }
            for (int i = 0; i < 5; i++) {
                var asOf = someMoment(random);
                assertThat(shown(seller, asOf)).isEqualTo(summed(all, asOf));
            }
            HOUSE.database().inTransaction(AddUpJournal::bite);
            assertThat(shown(seller, Instant.parse("2026-01-01T00:00:00Z"))).isEqualTo(summed(all, Instant.MAX));
        });
    }

    /// An amount has a limit, and their number has none: a sum may be more than 64 bits hold. The totals of all sellers
    /// are made together, so one who has such a sum must not stop them.
    @Test
    void aSumMayBeLargerThanAnyAmount() {
        var seller = HOUSE.seller();
        var entry = Entry.of(Cause.CREDIT_GRANTED, Currency.USD, new UUID(0, 1));
        for (int i = 0; i < 1_100; i++) entry = entry.move(Account.CASH, Account.REVENUE, Money.MINOR_MAX);
        post(seller, MIDNIGHT, entry);
        HOUSE.database().inTransaction(AddUpJournal::bite);
        post(seller, MIDNIGHT, entry);
        var sum = BigDecimal.valueOf(Money.MINOR_MAX).multiply(new BigDecimal("2200"));

        for (int i = 0; i < 2; i++) {
            seller.get("/journal/balances?as_of=2026-01-01T00:00:00Z")
                    .is(
                            200,
                            "\"account\":\"CASH\",\"currency\":\"USD\",\"debit\":%1$s,\"credit\":0,\"balance\":%1$s"
                                    .formatted(sum),
                            "\"balance\":-" + sum,
                            "\"totals\":[{\"currency\":\"USD\",\"debit\":%1$s,\"credit\":%1$s}]".formatted(sum));
            HOUSE.database().inTransaction(AddUpJournal::bite);
        }
        assertThat(HOUSE.database().inTransaction(AddUpJournal::differences)).isEmpty();
    }

    private static void post(TestServer.Tenant seller, Booked booked) {
        var entry = Entry.of(Cause.CREDIT_GRANTED, Currency.USD, new UUID(0, 1))
                .move(booked.debit, booked.credit, booked.amount);
        post(seller, booked.at, entry);
    }

    private static void post(TestServer.Tenant seller, Instant at, Entry entry) {
        var caller = new Caller(seller.id(), "test", "test", at);
        HOUSE.database().inTransaction(caller, tx -> {
            JOURNAL.post(tx, entry);
            return true;
        });
    }

    private static Map<String, Long> shown(TestServer.Tenant seller, Instant asOf) {
        var all = new HashMap<String, Long>();
        seller.get("/journal/balances?as_of=" + asOf)
                .is(200)
                .json()
                .path("balances")
                .forEach(one -> all.put(
                        one.path("account").asText(), one.path("balance").asLong()));
        return all;
    }

    private static Map<String, Long> summed(List<Booked> all, Instant asOf) {
        var sums = new HashMap<String, Long>();
        for (var one : all) {
            if (one.at.isAfter(asOf)) continue;
            sums.merge(one.debit.name(), one.amount, Long::sum);
            sums.merge(one.credit.name(), -one.amount, Long::sum);
        }
        return sums;
    }
}
