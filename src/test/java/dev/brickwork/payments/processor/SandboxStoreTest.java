package dev.brickwork.payments.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.app.TestServer;
import dev.brickwork.payments.processor.SandboxBook.Entry;
import dev.brickwork.payments.processor.SandboxBook.Form;
import dev.brickwork.payments.processor.SandboxBook.Held;
import dev.brickwork.payments.processor.SandboxBook.Message;
import dev.brickwork.payments.processor.SandboxBook.PageState;
import dev.brickwork.payments.processor.SandboxBook.Return;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.support.Property;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The sandbox's book in PostgreSQL agrees with the one in memory, and stays right when it is raced.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class SandboxStoreTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");

    private static SandboxStore store() {
        return new SandboxStore(HOUSE.database(), HOUSE.seller().id());
    }

    /// Random calls on few ids, so that most of them meet something that is there.
    @Test
    void bothBooksAnswerAlike() {
        Property.holds(Property.cases(5, 200), random -> {
            var real = store();
            var model = new MemorySandboxBook();
            for (int i = 0; i < 60; i++) {
                var call = someCall(random, START.plusSeconds(i));
                assertThat(call.apply(real)).isEqualTo(call.apply(model));
            }
        });
    }

    private static Function<SandboxBook, Object> someCall(Random random, Instant now) {
        var customer = "cus_" + random.nextInt(2);
        var method = random.nextBoolean() ? "pm_sandbox_visa" : "pm_sandbox_link";
        var payment = new UUID(0, random.nextInt(4));
        var refund = new UUID(1, random.nextInt(4));
        var amount = new Money(1 + random.nextInt(3), Currency.USD);
        var entry = new Entry(payment, customer, method, amount, random.nextBoolean(), now, now.plusSeconds(5));
        var form = new Form(
                "cs_" + random.nextInt(3),
                customer,
                Optional.of(payment).filter(_ -> random.nextBoolean()),
                Optional.empty(),
                "Invoice 1",
                URI.create("https://example.com/back"),
                random.nextBoolean(),
                now,
                PageState.OPEN);
        var whole = form.paymentId().isEmpty() ? form : withAmount(form, amount);
        var late = now.plusSeconds(random.nextInt(20));
        return switch (random.nextInt(11)) {
            case 0 ->
                book -> {
                    book.attach(new Held(customer, method, now));
                    return "";
                };
            case 1 -> book -> book.held(customer);
            case 2 -> book -> book.detach(customer, method);
            case 3 -> book -> book.open(entry, List.of(message(payment, late, 0), message(payment, now, 1)));
            case 4 -> book -> book.entry(payment);
            case 5 -> book -> book.open(new Return(refund, payment, amount, now), List.of(message(refund, late, 0)));
            case 6 -> book -> book.refund(refund);
            case 7 -> book -> book.open(whole);
            case 8 -> book -> book.form(form.id());
            case 9 -> book -> book.end(form.id(), PageState.DONE);
            default -> book -> book.takeDue(now, 3);
        };
    }

    private static Form withAmount(Form form, Money amount) {
        return new Form(
                form.id(),
                form.customerId(),
                form.paymentId(),
                Optional.of(amount),
                form.title(),
                form.returnTo(),
                form.savesMethod(),
                form.expiresAt(),
                form.state());
    }

    private static Message message(UUID about, Instant dueAt, int copy) {
        return new Message("evt_" + about, copy, dueAt, "{}", copy == 1);
    }

    @Test
    void racingRefundsNeverExceedTheCharge() throws Exception {
        var store = store();
        var payment = UUID.randomUUID();
        var amount = new Money(100, Currency.USD);
        store.open(new Entry(payment, "cus_1", "pm_sandbox_visa", amount, false, START, START), List.of());
        var tries = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < 40; i++) {
            var refund = new Return(UUID.randomUUID(), payment, new Money(10, Currency.USD), START);
            tries.add(() -> store.open(refund, List.of()).isPresent());
        }
        int given = 0;
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (var result : threads.invokeAll(tries)) if (result.get()) given++;
        }
        assertThat(given).isEqualTo(10);
    }

    @Test
    void eachMessageIsGivenToOneCaller() throws Exception {
        var store = store();
        var payment = UUID.randomUUID();
        var messages = new ArrayList<Message>();
        for (int i = 0; i < 50; i++) messages.add(message(payment, START, i));
        var amount = new Money(100, Currency.USD);
        store.open(new Entry(payment, "cus_1", "pm_sandbox_visa", amount, false, START, START), messages);
        var takers = new ArrayList<Callable<List<Message>>>();
        for (int i = 0; i < 20; i++) takers.add(() -> store.takeDue(START, 5));
        var taken = new ArrayList<Integer>();
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (var result : threads.invokeAll(takers)) result.get().forEach(message -> taken.add(message.copy()));
        }
        taken.addAll(store.takeDue(START, 50).stream().map(Message::copy).toList());
        assertThat(taken).hasSize(50).doesNotHaveDuplicates();
    }

    /// It stands for a company elsewhere: a call from inside a transaction of ours would be a mistake.
    @Test
    void itNeverJoinsATransactionOfOurs() {
        var store = store();
        assertThatThrownBy(() -> HOUSE.database().inTransaction(tx -> store.detach("cus_1", "pm_sandbox_visa")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("already open");
    }
}
