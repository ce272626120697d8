package dev.brickwork.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import dev.brickwork.accounting.books.Attempt;
import dev.brickwork.accounting.books.BookCreditNote;
import dev.brickwork.accounting.books.BookCustomer;
import dev.brickwork.accounting.books.BookInvoice;
import dev.brickwork.accounting.books.BookPayment;
import dev.brickwork.accounting.books.BookSetOff;
import dev.brickwork.accounting.books.Books;
import dev.brickwork.accounting.books.Pushed;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.Seal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What reaches the books when answers get lost and things are asked for behind them: each invoice stands there at
/// most once, and what is void here is void there.
class CarrierTest {
    private static final House HOUSE = House.withoutFollowUp();
    private static final Duration LONG = Duration.ofHours(3);
    private static final String NEW_COMPANY = "99999999-2222-3333-4444-555555555555";

    private final PushStore pushes = new PushStore();
    private final Paper books = new Paper();
    private final Paper newBooks = new Paper();
    private final LinkStore links =
            new LinkStore(new Seal(Optional.empty(), Path.of("target"))); // Nothing is opened here.
    private Instant now = Instant.now();
    private House.Tenant seller;
    private Carrier carrier;

    /// Books that remember numbers, and lose their answer or break when they are told to.
    private static final class Paper implements Books {
        private final List<String> live = new ArrayList<>();
        private final List<String> all = new ArrayList<>();
        private int answersToLose;
        private int callsToBreak;
        private Runnable beforeRefusal = () -> {};
        private Runnable meanwhile = () -> {};
        private boolean isClosed;

        @Override
        public Pushed customer(Attempt attempt, BookCustomer customer) {
            return Pushed.Done.of("customer");
        }

        @Override
        public Pushed invoice(Attempt attempt, BookInvoice invoice) {
            if (callsToBreak-- > 0) throw new IllegalStateException("a defect of ours");
            if (isClosed) {
                beforeRefusal.run();
                return new Pushed.Disconnected("closed");
            }
            if (attempt.isRepeat() && live.contains(invoice.number())) return Pushed.Done.of(invoice.number());
            meanwhile.run();
            live.add(invoice.number());
            all.add(invoice.number());
            return answersToLose-- > 0
                    ? new Pushed.Retry(Duration.ofSeconds(30), "no answer")
                    : Pushed.Done.of(invoice.number());
        }

        @Override
        public Pushed invoiceCalled(String number) {
            return Pushed.Done.of(live.contains(number) ? number : "");
        }

        @Override
        public Pushed voidInvoice(Attempt attempt, String invoiceExternalId) {
            live.remove(invoiceExternalId);
            return Pushed.Done.of(invoiceExternalId);
        }

        @Override
        public Pushed payment(Attempt attempt, BookPayment payment) {
            throw new AssertionError("nothing is paid here");
        }

        @Override
        public Pushed creditNote(Attempt attempt, BookCreditNote note) {
            throw new AssertionError("nothing is credited here");
        }

        @Override
        public Pushed endCreditNote(Attempt attempt, String noteId) {
            throw new AssertionError("nothing is credited here");
        }

        @Override
        public Pushed setOff(Attempt attempt, BookSetOff setOff) {
            throw new AssertionError("nothing is credited here");
        }

        @Override
        public Pushed removeSetOff(Attempt attempt, String noteId, String invoiceId, String setOffId) {
            throw new AssertionError("nothing is credited here");
        }

        @Override
        public Pushed removePayment(Attempt attempt, String paymentExternalId, LocalDate on) {
            throw new AssertionError("nothing is paid here");
        }
    }

    @BeforeEach
    void connect() {
        seller = HOUSE.seller();
        connectBooks();
        var carryOver = new CarryOver(HOUSE.database(), pushes, new BooksView());
        carrier = new Carrier(
                HOUSE.database(),
                links,
                pushes,
                carryOver,
                (_, link) -> link.organisation().equals(NEW_COMPANY) ? newBooks : books,
                () -> now);
    }

    private void connectBooks() {
        connectBooks("11111111-2222-3333-4444-555555555555");
    }

    private void connectBooks(String company) {
        seller.put("/accounting", """
                        {"kind": "XERO", "credentials": {"client_id": "client", "client_secret": "canary",
                           "refresh_token": "r", "tenant_id": "%s"}}
                        """.formatted(company)).is(200);
    }

    private UUID invoice() {
        var customer = seller.post("/customers", "{\"name\": \"C %s\"}".formatted(UUID.randomUUID()))
                .is(200)
                .text("customer_id");
        return invoiceTo(customer);
    }

    private UUID invoiceTo(String customer) {
        return UUID.fromString(
                seller.post("/invoices", """
                        {"customer_id": "%s", "line_items": [
                           {"description": "Work", "quantity": 2, "unit_price": "50.00"}]}
                        """.formatted(customer)).is(200).text("invoice_id"));
    }

    private void ask(UUID invoice, Push.Action action) {
        now = now.plusMillis(1);
        HOUSE.database().inTransaction(tx -> {
            pushes.add(tx, seller.id(), Push.of(Push.Kind.INVOICE, invoice, action, Ids.next(), now));
            return 0;
        });
    }

    /// Everything that comes due in the next hours.
    private void carryAll() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            for (int rounds = 0; carrier.round(); rounds++) assertThat(rounds).isLessThan(20);
            now = now.plus(LONG);
        }
    }

    private List<String> outcomes() {
        var found = new ArrayList<String>();
        for (var entry : seller.get("/accounting/log").is(200).json().path("results")) {
            found.add(entry.path("outcome").asText());
        }
        return found;
    }

    private String number(UUID invoice) {
        return seller.get("/invoices/" + invoice).is(200).text("invoice_number");
    }

    /// That the old books took it says nothing about the new ones.
    @Test
    void whatWasOnItsWayWhenOtherBooksWereConnectedGoesThere() throws InterruptedException {
        var invoice = invoice();
        ask(invoice, Push.Action.CREATE);
        books.meanwhile = () -> connectBooks(NEW_COMPANY);
        carrier.round();
        assertThat(books.live).hasSize(1);
        carryAll();
        assertThat(newBooks.live).containsExactly(number(invoice));
        assertThat(outcomes()).containsOnly("DONE");
    }

    /// A link that was taken away and made anew is not the one that somebody still works on.
    @Test
    void whoStillCarriesForALinkThatIsGoneWritesNothingDown() throws InterruptedException {
        var invoice = invoice();
        ask(invoice, Push.Action.CREATE);
        books.meanwhile = () -> {
            seller.put("/accounting", "{\"kind\": null}").is(200, "NOT_CONNECTED");
            connectBooks(NEW_COMPANY);
            HOUSE.database().inTransaction(tx -> links.claim(tx, now, 1000));
        };
        carrier.round();
        assertThat(outcomes()).containsExactly("RETRYING");
        carryAll();
        assertThat(newBooks.live).containsExactly(number(invoice));
    }

    @Test
    void aVoidDoesNotOvertakeTheInvoiceWhoseAnswerWasLost() throws InterruptedException {
        var invoice = invoice();
        ask(invoice, Push.Action.CREATE);
        books.answersToLose = 1;
        carrier.round();
        assertThat(books.live).hasSize(1);
        seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        ask(invoice, Push.Action.VOID);
        carryAll();
        assertThat(books.live).isEmpty();
        assertThat(outcomes()).containsOnly("DONE");
    }

    @Test
    void aNewVersionTakesThePlaceOfTheOneWhoseAnswerWasLost() throws InterruptedException {
        var invoice = invoice();
        ask(invoice, Push.Action.CREATE);
        books.answersToLose = 1;
        carrier.round();
        seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200);
        ask(invoice, Push.Action.UPDATE);
        carryAll();
        assertThat(books.live).containsExactly(number(invoice));
    }

    /// Both pushes meet the second version: it goes over once, and not again in its own place.
    @Test
    void whatWentOverInItsNewestVersionIsLeftAlone() throws InterruptedException {
        var invoice = invoice();
        ask(invoice, Push.Action.CREATE);
        seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200);
        ask(invoice, Push.Action.UPDATE);
        carryAll();
        assertThat(books.live).containsExactly(number(invoice));
        assertThat(books.all).hasSize(1);
    }

    @Test
    void whatWasThereBeforeTheBooksWereConnectedAnewIsVoidedToo() throws InterruptedException {
        var invoice = invoice();
        ask(invoice, Push.Action.CREATE);
        carryAll();
        seller.put("/accounting", "{\"kind\": null}").is(200, "NOT_CONNECTED");
        connectBooks();
        seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        ask(invoice, Push.Action.VOID);
        carryAll();
        assertThat(books.live).isEmpty();
    }

    /// A defect at one document neither stops the others nor makes the loop run hot, and has an end.
    @Test
    void whatBreaksIsPutOffAndGivenUpInTheEnd() throws InterruptedException {
        ask(invoice(), Push.Action.CREATE);
        books.callsToBreak = 1;
        var other = invoice();
        ask(other, Push.Action.CREATE);
        assertThat(carrier.round()).isTrue();
        assertThat(books.live).containsExactly(number(other));
        assertThat(carrier.round()).as("nothing is due").isFalse();
        books.callsToBreak = Integer.MAX_VALUE;
        for (int i = 0; i < 50; i++) {
            now = now.plus(LONG);
            carrier.round();
        }
        assertThat(outcomes()).containsExactly("DONE", "FAILED");
        var failed = seller.get("/accounting/log").json().path("results").path(1);
        assertThat(Optional.of(failed.path("error").asText())).contains("the service failed; its log says why");
        assertThat(failed.path("attempts").asInt()).isEqualTo(42);
    }

    /// Who asks for half a minute gets it, though it would be tried again after five seconds.
    @Test
    void theOtherSideSaysWhenToComeAgain() throws InterruptedException {
        books.answersToLose = 1;
        ask(invoice(), Push.Action.CREATE);
        assertThat(carrier.round()).isTrue();
        now = now.plusSeconds(29);
        assertThat(carrier.round()).isFalse();
        now = now.plusSeconds(1);
        assertThat(carrier.round()).isTrue();
        assertThat(outcomes()).containsExactly("DONE");
    }

    /// Two who carried the same things at once would write them down twice over there.
    @Test
    void oneProcessCarriesForASellerUntilItsLeaseEnds() {
        ask(invoice(), Push.Action.CREATE);
        var held = claim();
        assertThat(claim()).isEmpty();
        now = now.plus(LinkStore.LEASE).plusSeconds(1);
        var next = claim();
        assertThat(next).hasSize(1);
        HOUSE.database().inTransaction(tx -> {
            assertThat(links.renew(tx, held.getFirst(), now)).isFalse();
            assertThat(links.isHeld(tx, held.getFirst())).isFalse();
            links.release(tx, held.getFirst(), Optional.empty());
            assertThat(links.isHeld(tx, next.getFirst())).isTrue();
            return 0;
        });
        assertThat(claim()).isEmpty();
        HOUSE.database().inTransaction(tx -> {
            links.release(tx, next.getFirst(), Optional.empty());
            return 0;
        });
        assertThat(claim()).hasSize(1);
    }

    private List<LinkStore.Claim> claim() {
        return HOUSE.database().inTransaction(tx -> links.claim(tx, now, 1_000)).stream()
                .filter(claim -> claim.seller().equals(seller.id()))
                .toList();
    }

    /// Nobody knocks at books that let nobody in, until the seller connects them again; then all that waited goes over.
    @Test
    void booksThatRefuseUsAreLeftAloneUntilTheyAreConnectedAgain() throws InterruptedException {
        ask(invoice(), Push.Action.CREATE);
        books.isClosed = true;
        assertThat(carrier.round()).isTrue();
        seller.get("/accounting").is(200, "\"state\":\"REFUSED\"");
        books.isClosed = false;
        carryAll();
        assertThat(books.all).isEmpty();
        assertThat(outcomes()).containsExactly("RETRYING");

        connectBooks();
        seller.get("/accounting").is(200, "\"state\":\"CONNECTED\"");
        carryAll();
        assertThat(books.all).hasSize(1);
        assertThat(outcomes()).containsExactly("DONE");
    }

    /// The seller connects anew while the old connection is being refused: the new one is not refused with it.
    @Test
    void theOldConnectionDoesNotRefuseTheNewOne() throws InterruptedException {
        var invoice = invoice();
        ask(invoice, Push.Action.CREATE);
        books.isClosed = true;
        books.beforeRefusal = this::connectBooks;
        carrier.round();
        seller.get("/accounting").is(200, "\"state\":\"CONNECTED\"");
        books.isClosed = false;
        carryAll();
        assertThat(books.all).hasSize(1);
    }
}
