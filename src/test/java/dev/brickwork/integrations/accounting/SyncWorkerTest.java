package dev.brickwork.integrations.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.integrations.accounting.books.Attempt;
import dev.brickwork.integrations.accounting.books.BookCreditNote;
import dev.brickwork.integrations.accounting.books.BookCustomer;
import dev.brickwork.integrations.accounting.books.BookInvoice;
import dev.brickwork.integrations.accounting.books.BookPayment;
import dev.brickwork.integrations.accounting.books.BookSetOff;
import dev.brickwork.integrations.accounting.books.Books;
import dev.brickwork.integrations.accounting.books.SyncResult;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.sellers.Mode;
import dev.brickwork.support.Shop;
import dev.brickwork.support.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that each invoice is in the books at most once, and void there if it is void here, also when answers get
/// lost or new tasks arrive during a sync.
@Tag("verify")
class SyncWorkerTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final Duration LONG = Duration.ofHours(3);
    private static final String NEW_COMPANY = "99999999-2222-3333-4444-555555555555";

    private final SyncTaskStore pushes = new SyncTaskStore();
    private final Paper books = new Paper();
    private final Paper newBooks = new Paper();
    private final LinkStore links =
            new LinkStore(new SecretEncryption(Optional.empty(), Path.of("target"))); // Nothing is opened here.
    private Instant now = Instant.now();
    private TestServer.Tenant seller;
    private SyncWorker carrier;

    /// Books that remember numbers, and lose their answer or break when they are told to.
    private static final class Paper implements Books {
        private final List<String> live = new ArrayList<>();
        private final List<String> all = new ArrayList<>();
        private int customers;
        private int answersToLose;
        private int callsToBreak;
        private Runnable beforeRefusal = () -> {};
        private Runnable meanwhile = () -> {};
        private boolean isClosed;
        private boolean isSilent;

        @Override
        public SyncResult customer(Attempt attempt, BookCustomer customer) {
            customers++;
            return isSilent
                    ? SyncResult.Retry.ofAll(Duration.ofSeconds(30), "no answer")
                    : SyncResult.Done.of("customer");
        }

        @Override
        public SyncResult invoice(Attempt attempt, BookInvoice invoice) {
            if (callsToBreak-- > 0) throw new IllegalStateException("a defect of ours");
            if (isClosed) {
                beforeRefusal.run();
                return new SyncResult.Disconnected("closed");
            }
            if (attempt.isRepeat() && live.contains(invoice.number())) return SyncResult.Done.of(invoice.number());
            meanwhile.run();
            live.add(invoice.number());
            all.add(invoice.number());
            return answersToLose-- > 0
                    ? new SyncResult.Retry(Duration.ofSeconds(30), "no answer")
                    : SyncResult.Done.of(invoice.number());
        }

        @Override
        public SyncResult invoiceCalled(String number) {
            return SyncResult.Done.of(live.contains(number) ? number : "");
        }

        @Override
        public SyncResult voidInvoice(Attempt attempt, String invoiceExternalId) {
            live.remove(invoiceExternalId);
            return SyncResult.Done.of(invoiceExternalId);
        }

        @Override
        public SyncResult payment(Attempt attempt, BookPayment payment) {
            throw new AssertionError("nothing is paid here");
        }

        @Override
        public SyncResult creditNote(Attempt attempt, BookCreditNote note) {
            throw new AssertionError("nothing is credited here");
        }

        @Override
        public SyncResult endCreditNote(Attempt attempt, String noteId) {
            throw new AssertionError("nothing is credited here");
        }

        @Override
        public SyncResult setOff(Attempt attempt, BookSetOff setOff) {
            throw new AssertionError("nothing is credited here");
        }

        @Override
        public SyncResult removeSetOff(Attempt attempt, String noteId, String invoiceId, String setOffId) {
            throw new AssertionError("nothing is credited here");
        }

        @Override
        public SyncResult removePayment(Attempt attempt, String paymentExternalId) {
            throw new AssertionError("nothing is paid here");
        }
    }

    @BeforeEach
    void connect() {
        seller = HOUSE.seller();
        connectBooks();
        var carryOver = new SyncDocument(HOUSE.database(), pushes, new BooksView());
        carrier = new SyncWorker(
                HOUSE.database(),
                new Outbox(TestPostgres.tokens(HOUSE.database())),
                links,
                pushes,
                carryOver,
                (_, link) -> link.organisation().equals(NEW_COMPANY) ? newBooks : books,
                () -> now);
    }

    /// Syncs the rest, which would otherwise go into the books of the next test.
    @AfterEach
    void carryTheRest() throws InterruptedException {
        books.isClosed = false;
        books.isSilent = false;
        books.answersToLose = 0;
        books.callsToBreak = 0;
        carryAll();
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
        return invoiceTo(customer());
    }

    private String customer() {
        return seller.post("/customers", "{\"name\": \"C %s\"}".formatted(UUID.randomUUID()))
                .is(200)
                .text("customer_id");
    }

    private UUID invoiceTo(String customer) {
        return UUID.fromString(
                seller.post("/invoices", """
                        {"customer_id": "%s", "line_items": [
                           {"description": "Work", "quantity": 2, "unit_price": "50.00"}]}
                        """.formatted(customer)).is(200).text("invoice_id"));
    }

    private void ask(UUID invoice, SyncTask.Action action) {
        now = now.plusMillis(1);
        HOUSE.database().inTransaction(tx -> {
            pushes.add(tx, seller.id(), SyncTask.of(SyncTask.Kind.INVOICE, invoice, action, Ids.next(), now));
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
        ask(invoice, SyncTask.Action.CREATE);
        books.meanwhile = () -> connectBooks(NEW_COMPANY);
        carrier.round();
        assertThat(books.live).hasSize(1);
        carryAll();
        assertThat(newBooks.live).containsExactly(number(invoice));
        assertThat(newBooks.customers)
                .as("under whatever name the books know it")
                .isEqualTo(1);
        assertThat(outcomes()).containsOnly("DONE");
    }

    /// However often its event is heard.
    @Test
    void whatIsAskedForOnceGoesOverOnce() throws InterruptedException {
        var invoice = invoice();
        var event = Ids.next();
        HOUSE.database().inTransaction(tx -> {
            for (int i = 0; i < 2; i++) {
                pushes.add(
                        tx,
                        seller.id(),
                        SyncTask.of(SyncTask.Kind.INVOICE, invoice, SyncTask.Action.CREATE, event, now));
            }
            return 0;
        });
        carryAll();
        assertThat(outcomes()).containsExactly("DONE");
    }

    /// Other books begin with what comes after they were connected.
    @Test
    void whatIsInTheOldBooksDoesNotGoToTheNewOnes() throws InterruptedException {
        ask(invoice(), SyncTask.Action.CREATE);
        carryAll();
        assertThat(outcomes()).containsExactly("DONE");
        connectBooks(NEW_COMPANY);
        carryAll();
        assertThat(newBooks.all).isEmpty();
    }

    /// A worker that still syncs for a deleted link writes no result into the link that replaced it.
    @Test
    void whoStillCarriesForALinkThatIsGoneWritesNothingDown() throws InterruptedException {
        var invoice = invoice();
        ask(invoice, SyncTask.Action.CREATE);
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
        ask(invoice, SyncTask.Action.CREATE);
        books.answersToLose = 1;
        carrier.round();
        assertThat(books.live).hasSize(1);
        seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        ask(invoice, SyncTask.Action.VOID);
        carryAll();
        assertThat(books.live).isEmpty();
        assertThat(outcomes()).containsOnly("DONE");
    }

    @Test
    void aNewVersionTakesThePlaceOfTheOneWhoseAnswerWasLost() throws InterruptedException {
        var invoice = invoice();
        ask(invoice, SyncTask.Action.CREATE);
        books.answersToLose = 1;
        carrier.round();
        seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200);
        ask(invoice, SyncTask.Action.UPDATE);
        carryAll();
        assertThat(books.live).containsExactly(number(invoice));
    }

    /// Both pushes meet the second version: it goes over once, and not again in its own place.
    @Test
    void whatWentOverInItsNewestVersionIsLeftAlone() throws InterruptedException {
        var invoice = invoice();
        ask(invoice, SyncTask.Action.CREATE);
        seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200);
        ask(invoice, SyncTask.Action.UPDATE);
        carryAll();
        assertThat(books.live).containsExactly(number(invoice));
        assertThat(books.all).hasSize(1);
    }

    @Test
    void whatWasThereBeforeTheBooksWereConnectedAnewIsVoidedToo() throws InterruptedException {
        var invoice = invoice();
        ask(invoice, SyncTask.Action.CREATE);
        carryAll();
        seller.put("/accounting", "{\"kind\": null}").is(200, "NOT_CONNECTED");
        connectBooks();
        seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        ask(invoice, SyncTask.Action.VOID);
        carryAll();
        assertThat(books.live).isEmpty();
    }

    /// A defect at one document neither stops the others nor makes the loop run hot, and has an end.
    @Test
    void whatBreaksIsPutOffAndGivenUpInTheEnd() throws InterruptedException {
        ask(invoice(), SyncTask.Action.CREATE);
        books.callsToBreak = 1;
        var other = invoice();
        ask(other, SyncTask.Action.CREATE);
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

        connectBooks(); // Begins anew, with as much patience as before.
        books.callsToBreak = 1;
        carryAll();
        assertThat(outcomes()).containsExactly("DONE", "DONE");
    }

    /// A seller whose due tasks wait behind one that is not due is claimed again and again; other sellers must
    /// still get their turn.
    @Test
    void sellersTakeTurns() {
        for (int i = 0; i < 4; i++) {
            seller = HOUSE.seller();
            connectBooks();
            ask(invoice(), SyncTask.Action.CREATE);
        }
        var all = HOUSE.database().inTransaction(tx -> claimed(tx, 1000));
        var turns = new ArrayList<LinkStore.Claim>();
        for (int i = 0; i < 2 * all.size(); i++) {
            turns.addAll(HOUSE.database().inTransaction(tx -> claimed(tx, 1)));
        }
        var sellers = turns.stream().map(LinkStore.Claim::seller).toList();
        assertThat(sellers.subList(0, all.size())).doesNotHaveDuplicates();
        assertThat(sellers.subList(all.size(), sellers.size())).doesNotHaveDuplicates();
    }

    private List<LinkStore.Claim> claimed(SqlSession tx, int max) {
        var claims = links.claim(tx, now, max);
        claims.forEach(claim -> links.release(tx, claim, Optional.empty()));
        return claims;
    }

    /// Who asks for half a minute gets it, though it would be tried again after five seconds, and though something
    /// else is due meanwhile.
    @Test
    void theOtherSideSaysWhenToComeAgain() throws InterruptedException {
        books.answersToLose = 1;
        ask(invoice(), SyncTask.Action.CREATE);
        assertThat(carrier.round()).isTrue();
        now = now.plusSeconds(28);
        assertThat(carrier.round()).isFalse();
        ask(invoice(), SyncTask.Action.CREATE);
        assertThat(carrier.round()).isTrue();
        assertThat(outcomes()).containsExactly("DONE", "RETRYING");
        now = now.plusSeconds(2);
        assertThat(carrier.round()).isTrue();
        assertThat(outcomes()).containsOnly("DONE");
    }

    /// A call to silent books lasts until it times out; more of them in one round would delay other sellers.
    @Test
    void booksThatAreSilentAreAskedOncePerRound() throws InterruptedException {
        for (int i = 0; i < 3; i++) ask(invoice(), SyncTask.Action.CREATE);
        books.isSilent = true;
        assertThat(carrier.round()).as("whether there is more to do at once").isFalse();
        assertThat(books.customers).isEqualTo(1);
        books.isSilent = false;
        carryAll();
        assertThat(outcomes()).containsExactly("DONE", "DONE", "DONE");
    }

    /// Later tasks of the same company wait with a postponed one, in this round and in later ones.
    @Test
    void whatIsPutOffHoldsUpItsCompany() throws InterruptedException {
        var customer = customer();
        books.answersToLose = 1;
        ask(invoiceTo(customer), SyncTask.Action.CREATE);
        ask(invoiceTo(customer), SyncTask.Action.CREATE);
        carrier.round();
        assertThat(outcomes()).containsExactly("RETRYING", "RETRYING");
        ask(invoiceTo(customer), SyncTask.Action.CREATE);
        assertThat(carrier.round()).isFalse();
        carryAll();
        assertThat(outcomes()).containsExactly("DONE", "DONE", "DONE");
    }

    /// Only credit of the invoice's own company counts, in the same currency and the same books.
    @Test
    void anInvoiceIsPaidByTheOldestCreditOfItsCompany() {
        var credits = new CreditStore();
        var here = new Destination(seller.id(), "here", books);
        var there = new Destination(seller.id(), "there", books);
        var id = invoice();
        var invoice = HOUSE.database()
                .read(tx -> new BooksView().invoice(tx, seller.id(), id))
                .orElseThrow();
        HOUSE.database().write(tx -> {
            credits.keep(tx, here, invoice.billed(), note("z", 100, Currency.USD));
            credits.keep(tx, here, invoice.billed(), note("spent", 30, Currency.USD));
            credits.keep(tx, here, invoice.billed(), note("a", 50, Currency.USD));
            credits.keep(tx, here, invoice.billed(), note("euros", 50, Currency.EUR));
            credits.keep(tx, here, UUID.randomUUID(), note("another's", 50, Currency.USD));
            credits.keep(tx, there, invoice.billed(), note("elsewhere", 50, Currency.USD));
            credits.add(tx, here, id, setOff("z", 40), "");
            credits.add(tx, here, id, setOff("spent", 30), "");
        });
        var open = HOUSE.database().read(tx -> credits.open(tx, here, invoice));
        assertThat(open).containsExactly(new CreditStore.Open("z", 60), new CreditStore.Open("a", 50));
    }

    private static CreditStore.Note note(String id, long amount, Currency currency) {
        return new CreditStore.Note(
                id, Optional.empty(), Optional.empty(), false, new Money(amount, currency), Money.zero(currency));
    }

    private static BookSetOff setOff(String note, long amount) {
        return new BookSetOff(note, "invoice", "customer", new Money(amount, Currency.USD), LocalDate.EPOCH);
    }

    /// A payment is booked on the day that it had where it was paid.
    @Test
    void aPaymentIsOfItsLocalDay() {
        var hawaii = HOUSE.seller(Mode.TEST, Zone.parse("Pacific/Honolulu").orElseThrow());
        var customer = hawaii.post("/customers", "{\"name\": \"C\"}").is(200).text("customer_id");
        var invoice = hawaii.post("/invoices", """
                        {"customer_id": "%s", "line_items": [{"description": "Work", "unit_price": "50.00"}]}
                        """.formatted(customer)).is(200).text("invoice_id");
        var payment = hawaii.post("/invoices/%s/payments".formatted(invoice), """
                        {"payment_method": "WIRE", "paid_amount": 5000, "paid_at": "2025-03-01T09:59:00Z"}
                        """)
                .is(200)
                .text("payment_id");
        assertThat(HOUSE.database()
                        .read(tx -> new BooksView().payment(tx, hawaii.id(), UUID.fromString(payment)))
                        .orElseThrow()
                        .paidOn())
                .isEqualTo(LocalDate.of(2025, 2, 28));
    }

    /// Two payments came before their invoice, which then came to less: what it did not need is the customer's credit
    /// (rule I-04), of the older one. When that goes back whole, less is left of the newer one.
    @Test
    void whatGoesBackOfOnePaymentLeavesLessOfAnother() {
        var british = HOUSE.sellerAt("2025-01-01T08:00:00Z");
        british.post("/tax-registrations", "{\"country\": \"GB\"}").is(200);
        british.patch("/seller", "{\"address\": {\"country\": \"GB\"}}").is(200);
        var customer = british.post("/customers", "{\"name\": \"C\", \"address\": {\"country\": \"GB\"}}")
                .is(200)
                .text("customer_id");
        var invoice = british.post("/invoices", """
                        {"customer_id": "%s", "issued_at": "2025-02-01", "line_items": [
                           {"description": "Work", "unit_price": "100.00"}]}
                        """.formatted(customer))
                .is(200, "\"grand_total\":12000")
                .text("invoice_id");
        var newer = paid(british, invoice, 5_000, "2025-01-01T08:00:00Z");
        var newest = paid(british, invoice, 1_000, "2025-01-01T08:00:00Z");
        var older = paid(british, invoice, 6_000, "2024-12-31T08:00:00Z"); // Written down last.
        assertThat(moved(british, newer)).as("nothing is credit yet").containsExactly(newer);
        british.patch("/customers/" + customer, "{\"address\": {\"country\": \"US\"}}")
                .is(200);
        british.advanceTo("2025-02-01T08:00:00Z");
        assertThat(left(british, older, newer, newest)).containsExactly(4_000L, 5_000L, 1_000L);

        british.post("/payments/%s/refund".formatted(older), "{}").is(200, "\"amount\":6000");
        assertThat(left(british, older, newer, newest)).containsExactly(0L, 3_000L, 1_000L);
        assertThat(moved(british, older)).containsExactly(older, newer, newest);
    }

    private static UUID paid(TestServer.Tenant seller, String invoice, long amount, String at) {
        return UUID.fromString(seller.post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": %d, \"paid_at\": \"%s\"}"
                                .formatted(amount, at))
                .is(200)
                .text("payment_id"));
    }

    private static List<UUID> moved(TestServer.Tenant seller, UUID payment) {
        return HOUSE.database().read(tx -> new BooksView().paymentsMoved(tx, seller.id(), payment));
    }

    private static List<Long> left(TestServer.Tenant seller, UUID... payments) {
        return HOUSE.database()
                .read(tx -> Stream.of(payments)
                        .map(id -> new BooksView()
                                .payment(tx, seller.id(), id)
                                .orElseThrow()
                                .left()
                                .minor())
                        .toList());
    }

    /// Settlements from before the books were connected are not synced.
    @Test
    void onlyWhatIsTakenBackSinceTheBooksWereConnectedGoesOver() {
        var team = Team.begin();
        var early = team.seller;
        var subscription = team.subscription;
        var seats = team.seats;
        reduce(early, subscription, seats, 2);
        early.advanceTo("2025-01-02T08:00:00Z");
        seller = early;
        connectBooks();
        assertThat(newSettlements(early, subscription)).isEmpty();
        reduce(early, subscription, seats, 1);
        assertThat(newSettlements(early, subscription)).hasSize(1);
    }

    /// A note that lowers one invoice pays no other, also while it is not set off yet.
    @Test
    void whatLowersAnInvoiceIsNoCredit() {
        var team = Team.begin();
        seller = team.seller;
        connectBooks();
        reduce(seller, team.subscription, team.seats, 2);
        var settlement = newSettlements(seller, team.subscription).getFirst();
        var here = new Destination(seller.id(), "here", books);
        var credits = new CreditStore();
        var view = new BooksView();
        var invoice = HOUSE.database()
                .read(tx -> view.invoice(
                                tx,
                                seller.id(),
                                view.settlement(tx, seller.id(), settlement)
                                        .orElseThrow()
                                        .invoice())
                        .orElseThrow());
        var lowering = new CreditStore.Note(
                "lowering",
                Optional.of(settlement),
                Optional.empty(),
                true,
                new Money(50, Currency.USD),
                Money.zero(Currency.USD));
        HOUSE.database().write(tx -> {
            credits.keep(tx, here, invoice.billed(), lowering);
            credits.keep(tx, here, invoice.billed(), note("free", 30, Currency.USD));
        });
        var open = HOUSE.database().read(tx -> credits.open(tx, here, invoice));
        assertThat(open).containsExactly(new CreditStore.Open("free", 30));
    }

    /// A year of three seats, billed at once.
    private record Team(TestServer.Tenant seller, String subscription, String seats) {
        static Team begin() {
            var early = HOUSE.sellerAt("2025-01-01T08:00:00Z");
            var shop = new Shop(early);
            var seats = shop.brick("seats", "SUBSCRIPTION");
            var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("100.00")));
            var customer = early.post("/customers", "{\"name\": \"C\"}").is(200).text("customer_id");
            var subscription = early.post("/subscriptions", """
                            {"customer_id": "%s", "plan_id": "%s", "starts_at": "2025-01-01", "contract_length": 12,
                             "billing_frequency": "ANNUALLY", "bricks": [{"brick_id": "%s", "quantity": 3}]}
                            """.formatted(customer, plan, seats))
                    .is(200)
                    .text("subscription_id");
            early.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
            return new Team(early, subscription, seats);
        }
    }

    private static void reduce(TestServer.Tenant seller, String subscription, String seats, int quantity) {
        seller.started("/subscriptions/%s/upgrade".formatted(subscription), """
                {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": %d}]}
                """.formatted(seats, quantity));
    }

    private static List<UUID> newSettlements(TestServer.Tenant seller, String subscription) {
        return HOUSE.database()
                .read(tx -> new BooksView().newSettlements(tx, seller.id(), UUID.fromString(subscription)));
    }

    /// Two who carried the same things at once would write them down twice over there.
    @Test
    void oneProcessCarriesForASellerUntilItsLeaseEnds() {
        ask(invoice(), SyncTask.Action.CREATE);
        var locked = claim();
        assertThat(claim()).isEmpty();
        now = now.plus(LinkStore.LEASE).plusSeconds(1);
        var next = claim();
        assertThat(next).hasSize(1);
        HOUSE.database().inTransaction(tx -> {
            assertThat(links.renew(tx, locked.getFirst(), now)).isFalse();
            assertThat(links.isHeld(tx, locked.getFirst())).isFalse();
            links.release(tx, locked.getFirst(), Optional.empty());
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

    /// After a refusal no call is made until the seller connects the books again; then the whole backlog is synced.
    @Test
    void booksThatRefuseUsAreLeftAloneUntilTheyAreConnectedAgain() throws InterruptedException {
        ask(invoice(), SyncTask.Action.CREATE);
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
        ask(invoice, SyncTask.Action.CREATE);
        books.isClosed = true;
        books.beforeRefusal = this::connectBooks;
        carrier.round();
        seller.get("/accounting").is(200, "\"state\":\"CONNECTED\"");
        books.isClosed = false;
        carryAll();
        assertThat(books.all).hasSize(1);
    }
}
