package dev.brickwork.delivery.mail.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.mail.letters.OtherLetters;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Metrics;
import dev.brickwork.platform.jobs.Heartbeat;
import dev.brickwork.platform.telemetry.Traces;
import dev.brickwork.support.Await;
import dev.brickwork.support.PayPages;
import dev.brickwork.support.Property;
import dev.brickwork.support.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Messages against a mail server that works, is away, is slow, refuses, or hangs up in the middle. Each message is
/// sent once, and twice only where it cannot be known whether the first one arrived.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class PostmanTest {
    private static final int COUNT = Property.cases(20, 1_000);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);

    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private final Database database = HOUSE.database();
    private final SellerId seller = HOUSE.seller().id();
    private Instant now = Instant.parse("2031-01-01T00:00:00Z");
    private final InstantSource clock = () -> now;
    private final MailStore mails = new MailStore(TestPostgres.tokens(database));
    private final FlakySmtpServer server = new FlakySmtpServer();

    @BeforeEach
    void open() {
        server.start();
        database.inTransaction(tx -> tx.handle().execute("DELETE FROM mail"));
    }

    @AfterEach
    void close() {
        server.stop();
    }

    private Postman postman() {
        return postman(smtp(ANSWER_WITHIN));
    }

    private SmtpServer smtp(Duration answerWithin) {
        return new SmtpServer(Secret.of("smtp://localhost:" + server.port()), answerWithin, Traces.OFF);
    }

    private Postman postman(MailRoute route) {
        return postman(route, clock, Heartbeat.LEASE);
    }

    private Postman postman(MailRoute route, InstantSource clock, Duration lease) {
        var view = new MailView("billing@seller.example", PayPages.of(database));
        return new Postman(database, mails, view, route, clock, new Metrics(), lease);
    }

    private void store(int count, String... recipients) {
        var caller = new Caller(seller, "test", "test", now);
        database.inTransaction(caller, tx -> {
            for (int i = 0; i < count; i++) mails.insert(tx, message("cause " + i, recipients), now);
            return true;
        });
    }

    private static Message message(String cause, String... recipients) {
        return new Message(
                cause,
                MailKind.PAGE_CODE,
                Optional.empty(),
                Optional.empty(),
                "billing@seller.example",
                recipients.length == 0 ? List.of("ap@buyer.example") : List.of(recipients),
                OtherLetters.pageCode(Locale.GERMAN, "Ziegel & Söhne", cause, "123456", 10));
    }

    private Map<String, Long> states() {
        return database.read(tx -> {
            var all = new TreeMap<String, Long>();
            tx.query("SELECT state, count(*) AS n FROM mail WHERE seller_id = :seller GROUP BY state")
                    .bind("seller", seller.value())
                    .map((row, _) -> Map.entry(row.getString("state"), row.getLong("n")))
                    .forEach(entry -> all.put(entry.getKey(), entry.getValue()));
            return all;
        });
    }

    /// Rounds until nothing is due, minute by minute, for so long.
    private void work(Postman postman, Duration time) {
        var end = now.plus(time);
        while (!now.isAfter(end)) {
            while (postman.round() > 0) {}
            now = now.plusSeconds(60);
        }
    }

    /// Whatever is wrong with one message, all others go, and it comes up again when that was mended.
    @Test
    void aMessageThatCannotBeReadHoldsUpNoOther() {
        store(3);
        database.inTransaction(
                tx -> tx.handle()
                        .execute(
                                "UPDATE mail SET letter = letter - 'subject', due_at = due_at - interval '1 day' WHERE cause = 'cause 1'"));
        work(postman(), Duration.ofMinutes(2));
        assertThat(states()).containsExactlyInAnyOrderEntriesOf(Map.of("SENT", 2L, "WAITING", 1L));
        database.inTransaction(tx -> tx.handle()
                .execute("UPDATE mail SET letter = letter || '{\"subject\": \"s\"}' WHERE cause = 'cause 1'"));
        work(postman(), Duration.ofMinutes(20));
        assertThat(states()).containsExactlyInAnyOrderEntriesOf(Map.of("SENT", 3L));
    }

    @Test
    void everyMessageArrivesOnceAndOneCauseIsToldOnce() {
        store(COUNT);
        store(COUNT); // The same causes again.
        work(postman(), Duration.ofMinutes(2));
        assertThat(states()).isEqualTo(Map.of("SENT", (long) COUNT));
        assertThat(server.accepted()).hasSize(COUNT).doesNotHaveDuplicates();
        var attempts = database.read(tx -> tx.query("SELECT DISTINCT attempts FROM mail")
                .mapTo(Integer.class)
                .list());
        assertThat(attempts).as("what was sent is taken along no more").containsExactly(1);
    }

    /// A message that the server took is recorded as soon as the database allows it, and not sent again.
    @Test
    void whatWasTakenWhileTheDatabaseStumblesIsNotSentAgain() {
        store(3);
        database.write(tx -> tx.handle().execute("""
                CREATE SEQUENCE stumbled;
                CREATE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF nextval('stumbled') <= 3 THEN RAISE lock_not_available; END IF;
                    RETURN NEW;
                END $$;
                CREATE TRIGGER stumbles BEFORE UPDATE ON mail
                FOR EACH ROW WHEN (NEW.state = 'SENT') EXECUTE FUNCTION stumble()
                """));
        try {
            work(postman(), Duration.ofMinutes(10));
        } finally {
            database.write(tx -> tx.handle().execute("DROP FUNCTION stumble CASCADE; DROP SEQUENCE stumbled"));
        }
        assertThat(states()).isEqualTo(Map.of("SENT", 3L));
        assertThat(server.accepted()).hasSize(3).doesNotHaveDuplicates();
    }

    /// A server that takes longer for each answer than the lease lasts gets a message to many once: the lease is
    /// renewed
    /// meanwhile, and with it those of the messages behind it.
    @Test
    @Timeout(60)
    void aSlowServerGetsEachMessageOnce() throws InterruptedException {
        server.delay(Duration.ofMillis(900));
        now = Instant.now();
        store(2, "ap@buyer.example", "cfo@buyer.example", "ceo@buyer.example");
        var real = InstantSource.system();
        var lease = Duration.ofMillis(600);
        var slow = postman(smtp(Duration.ofSeconds(5)), real, lease);
        var idle = postman(smtp(Duration.ofSeconds(5)), real, lease);
        var sending = Thread.ofVirtual().start(slow::round);
        Await.until("both mails are carried", () -> states().getOrDefault("WAITING", 0L) == 2 && leases() == 2);
        Await.until("all are sent", () -> {
            assertThat(idle.round()).as("what another process carries").isZero();
            return !sending.isAlive();
        });
        assertThat(states()).isEqualTo(Map.of("SENT", 2L));
        assertThat(server.received()).hasSize(2).doesNotHaveDuplicates();
    }

    /// The leases of a killed process are not renewed.
    @Test
    void anotherProcessTakesOverWithinAMinute() {
        store(1);
        var killed = database.inTransaction(tx -> mails.claim(tx, now, Heartbeat.LEASE, 10));
        assertThat(killed).hasSize(1);
        now = now.plusSeconds(40);
        postman().round();
        assertThat(states()).isEqualTo(Map.of("SENT", 1L));
    }

    /// A process that was halted while the server took its time is not the holder any more when the server asks for the
    /// message: it says nothing.
    @Test
    @Timeout(60)
    void aMessageThatWasTakenOverIsNotHandedOverByTheFirst() throws InterruptedException {
        now = Instant.now();
        store(1);
        server.delay(Duration.ofMillis(800));
        var real = InstantSource.system();
        var first = postman(smtp(Duration.ofSeconds(5)), real, Duration.ofMillis(600));
        var sending = Thread.ofVirtual().start(first::round);
        Await.until("the server takes its time", () -> leases() == 1 && server.talks() == 1);
        int taken = database.inTransaction(tx -> tx.handle()
                .execute("UPDATE mail SET fence = fence + 1, lease_until = lease_until + interval '1 hour'"));
        assertThat(taken).isEqualTo(1);
        sending.join();
        assertThat(server.received()).isEmpty();
        assertThat(states()).isEqualTo(Map.of("WAITING", 1L));
    }

    private int leases() {
        return database.read(tx -> tx.query("SELECT count(*) FROM mail WHERE lease_until IS NOT NULL")
                .mapTo(Integer.class)
                .one());
    }

    /// A message at which we fail ourselves keeps no other waiting, and is given up like any other.
    @Test
    void aMessageThatCannotBeMadeHasAnEnd() {
        store(5);
        var sent = new ArrayList<String>();
        var postman = postman(() -> new MailRoute.Trip() {
            @Override
            public Outcome send(Claimed message, List<MailAttachment> enclosures, BooleanSupplier isHeld) {
                if (sent.isEmpty() && message.attempts() == 1)
                    sent.add(message.id().toString());
                if (sent.getFirst().equals(message.id().toString())) throw new IllegalStateException("a defect");
                sent.add(message.id().toString());
                return new Outcome.Accepted();
            }

            @Override
            public void close() {}
        });
        assertThat(postman.round()).isEqualTo(5);
        assertThat(states()).isEqualTo(Map.of("SENT", 4L, "WAITING", 1L));
        for (int hour = 0; hour < 80; hour++) {
            now = now.plus(Duration.ofHours(1));
            postman.round();
        }
        assertThat(states()).isEqualTo(Map.of("SENT", 4L, "GIVEN_UP", 1L));
    }

    /// A postman that stopped is reported; otherwise only the recipients would miss their mail.
    @Test
    @Timeout(30)
    void whoeverDiesOfAnErrorIsMissed() throws InterruptedException {
        store(1);
        var postman = postman(() -> {
            throw new StackOverflowError();
        });
        postman.start();
        Await.until("it is missed", () -> !postman.isAlive());
        postman.stop();
    }

    @Test
    void twoPostmenShareTheWork() throws InterruptedException {
        store(COUNT);
        var two = List.of(postman(), postman());
        var threads = two.stream()
                .map(each -> Thread.ofVirtual().start(() -> {
                    while (each.round() > 0) {}
                }))
                .toList();
        for (var thread : threads) thread.join();
        assertThat(states()).isEqualTo(Map.of("SENT", (long) COUNT));
        assertThat(server.accepted()).hasSize(COUNT).doesNotHaveDuplicates();
    }

    @Test
    void aServerThatIsAwayForADayLosesNothing() {
        server.stop();
        store(COUNT);
        var postman = postman();
        work(postman, Duration.ofHours(24));
        assertThat(states()).isEqualTo(Map.of("WAITING", (long) COUNT));
        server.start();
        work(postman, Duration.ofHours(2));
        assertThat(states()).isEqualTo(Map.of("SENT", (long) COUNT));
        assertThat(server.accepted()).hasSize(COUNT).doesNotHaveDuplicates();
    }

    @Test
    void whatNobodyTakesIsGivenUpAfterThreeDays() {
        server.stop();
        store(2);
        work(postman(), Duration.ofHours(74));
        assertThat(states()).isEqualTo(Map.of("GIVEN_UP", 2L));
        server.start();
    }

    @Test
    void fourHundredsAreTriedAgainAndFiveHundredsAreNot() {
        server.mood(count -> count % 3 == 0 ? "451 try later" : count % 3 == 1 ? "250 ok" : "554 no");
        store(COUNT);
        work(postman(), Duration.ofHours(12));
        var states = states();
        assertThat(states.keySet()).containsOnly("SENT", "REFUSED");
        assertThat(server.accepted())
                .hasSize(Objects.requireNonNull(states.get("SENT")).intValue())
                .doesNotHaveDuplicates();
    }

    @Test
    void aRecipientThatIsRefusedDoesNotKeepTheOthersWaiting() {
        server.refuse("gone@buyer.example");
        store(3, "ap@buyer.example", "gone@buyer.example", "cfo@buyer.example");
        work(postman(), Duration.ofHours(2));
        assertThat(states()).isEqualTo(Map.of("SENT", 3L));
        assertThat(server.accepted()).hasSize(3).doesNotHaveDuplicates();
    }

    /// A recipient who has the message does not get it again with those who wait for it.
    @Test
    void onlyThoseWhoWaitAreTriedAgain() {
        store(1, "ap@buyer.example", "cfo@buyer.example");
        var asked = new ArrayList<List<String>>();
        var postman = postman(() -> new MailRoute.Trip() {
            @Override
            public Outcome send(Claimed message, List<MailAttachment> enclosures, BooleanSupplier isHeld) {
                asked.add(message.pending());
                return asked.size() > 1
                        ? new Outcome.Accepted()
                        : new Outcome.Partly(List.of("cfo@buyer.example"), "450 later");
            }

            @Override
            public void close() {}
        });
        work(postman, Duration.ofHours(1));
        assertThat(asked)
                .containsExactly(List.of("ap@buyer.example", "cfo@buyer.example"), List.of("cfo@buyer.example"));
        assertThat(states()).isEqualTo(Map.of("SENT", 1L));
    }

    /// Three days by real time: the clock of a test seller may stand long before.
    @Test
    void whatATestSellerSendsIsTriedForAsLong() {
        var caller = new Caller(seller, "test", "test", now.minus(Duration.ofDays(365)));
        database.write(caller, tx -> mails.insert(tx, message("cause"), now));
        server.mood(_ -> "451 later");
        postman().round();
        assertThat(states()).isEqualTo(Map.of("WAITING", 1L));
    }

    /// The server got everything and hung up before it could say so: sent at least once, and twice at most.
    @Test
    void silenceAfterTheLastWordLeadsToAtMostOneDuplicate() {
        server.mood(count -> count % 2 == 0 ? "" : "250 ok");
        store(COUNT);
        work(postman(), Duration.ofHours(12));
        assertThat(states()).doesNotContainKey("WAITING");
        var times = new TreeMap<String, Integer>();
        server.received().forEach(id -> times.merge(id, 1, Integer::sum));
        assertThat(times).hasSize(COUNT);
        assertThat(times.values()).allSatisfy(each -> assertThat(each).isBetween(1, 2));
    }

    @Test
    void aSlowServerIsLeftAfterAMoment() {
        server.delay(Duration.ofMinutes(2));
        store(1);
        var began = System.nanoTime();
        postman().round();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMinutes(1));
        assertThat(states()).isEqualTo(Map.of("WAITING", 1L));
    }

    /// A process that was halted while another claimed its message neither sends nor settles it, nor puts it back.
    @Test
    void whoLostAMessageToAnotherLeavesItAlone() {
        store(1);
        var lost = claim();
        now = now.plusSeconds(61);
        var locked = claim();
        postman().deliverNow(lost);
        assertThat(server.accepted()).isEmpty();
        var back = new MailStore.Back(now, "late", List.of(), true, false);
        database.inTransaction(tx -> {
            assertThat(mails.renew(tx, lost, now.plusSeconds(600))).isFalse();
            assertThat(mails.settle(tx, lost, MailStore.Fate.GIVEN_UP, now, Optional.of("late")))
                    .isFalse();
            assertThat(mails.putBack(tx, lost, back)).isFalse();
            assertThat(mails.renew(tx, locked, now.plusSeconds(60))).isTrue();
            return mails.settle(tx, locked, MailStore.Fate.SENT, now, Optional.empty());
        });
        assertThat(states()).isEqualTo(Map.of("SENT", 1L));
    }

    private Claimed claim() {
        return database.inTransaction(tx -> mails.claim(tx, now, Duration.ofSeconds(60), 10))
                .getFirst();
    }

    /// Messages that wait are kept however old they are.
    @Test
    void whatIsSettledIsLetGoOfByAge() {
        store(3);
        work(postman(), Duration.ofMinutes(1));
        database.inTransaction(tx -> tx.handle().execute("UPDATE mail SET queued_at = queued_at - interval '1 day'"));
        var caller = new Caller(seller, "test", "test", now);
        database.write(tx -> mails.insert(tx.as(caller), message("waits"), now));
        var upkeep = new PurgeMail(database, mails, clock);
        now = now.plus(PurgeMail.OTHERS_KEPT).minus(Duration.ofHours(25));
        assertThat(upkeep.bite()).isZero();
        now = now.plus(Duration.ofHours(26));
        assertThat(upkeep.bite()).isEqualTo(3);
        assertThat(states()).isEqualTo(Map.of("WAITING", 1L));
    }

    /// A mail about an invoice shows that it was sent, and is kept for the books of a year.
    @Test
    void whatIsAboutAnInvoiceIsKeptLonger() {
        var till = new PaymentsFixture(HOUSE.sellerAt("2031-01-01T00:00:00Z"));
        till.invoice(till.customer("Acme"), 100);
        Await.until("the mail is queued", () -> queued().isPresent());
        var upkeep = new PurgeMail(database, mails, clock);
        now = queued().orElseThrow().plus(PurgeMail.ABOUT_INVOICES_KEPT).minusSeconds(1);
        assertThat(upkeep.bite()).isZero();
        now = now.plusSeconds(2);
        assertThat(upkeep.bite()).isEqualTo(1);
    }

    /// When the only message was.
    private Optional<Instant> queued() {
        return database.read(tx -> tx.query("SELECT queued_at FROM mail WHERE state = 'NO_RECIPIENT'")
                .mapTo(Instant.class)
                .findOne());
    }

    @Test
    void aLineBreakNeverBecomesAHeader() {
        assertThatThrownBy(() -> message("x", "a@b.example\r\nBcc: c@d.example"))
                .isInstanceOf(IllegalArgumentException.class);
        var letter = OtherLetters.pageCode(Locale.ENGLISH, "Evil\r\nBcc: c@d.example", "A\nB", "1", 1);
        assertThat(letter.from()).isEqualTo("Evil Bcc: c@d.example");
        assertThat(letter.subject()).isEqualTo("Your code for A B");
    }

    @Test
    void aMessageIsReadByAnotherImplementation() throws Exception {
        var green = new GreenMail(new ServerSetup(0, "localhost", "smtp"));
        green.start();
        try {
            store(1);
            var address = "smtp://localhost:" + green.getSmtp().getPort();
            postman(new SmtpServer(Secret.of(address), Duration.ofSeconds(20), Traces.OFF))
                    .round();
            var got = green.getReceivedMessages()[0];
            assertThat(got.getSubject()).isEqualTo("Ihr Code für cause 0");
            assertThat(got.getFrom()[0].toString()).contains("billing@seller.example");
            assertThat(GreenMailUtil.getWholeMessage(got))
                    .contains("text/plain", "text/html", "Auto-Submitted: auto-generated", "Content-Language: de");
        } finally {
            green.stop();
        }
    }

    @Test
    void withoutAServerMessagesBecomeFiles(@TempDir Path folder) throws Exception {
        store(1);
        postman(new MailFolder(folder)).round();
        try (var files = Files.list(folder)) {
            assertThat(files.map(Path::toString))
                    .singleElement()
                    .asString()
                    .endsWith(".eml")
                    .contains("page-code");
        }
    }

    /// An operator who set a wrong address or filled the disk looks into the log first.
    @Test
    void whyNothingCanBeSentIsLogged(@TempDir Path folder) throws Exception {
        var said = new ArrayList<String>();
        var logger = Logger.getLogger(Postman.class.getName());
        var ear = new StreamHandler() {
            @Override
            public synchronized void publish(LogRecord heard) {
                said.add(heard.getMessage());
            }
        };
        logger.addHandler(ear);
        try {
            store(2);
            postman(new MailFolder(Files.createFile(folder.resolve("taken")))).round();
        } finally {
            logger.removeHandler(ear);
        }
        assertThat(said)
                .singleElement()
                .asString()
                .startsWith("no mail can be sent just now: ")
                .contains("taken");
        assertThat(states()).isEqualTo(Map.of("WAITING", 2L));
    }
}
