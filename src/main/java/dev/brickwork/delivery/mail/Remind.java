package dev.brickwork.delivery.mail;

import static java.util.Objects.requireNonNull;

import dev.brickwork.delivery.mail.letters.InvoiceFacts;
import dev.brickwork.delivery.mail.letters.InvoiceLetters;
import dev.brickwork.delivery.mail.outgoing.MailKind;
import dev.brickwork.delivery.mail.outgoing.MailView;
import dev.brickwork.delivery.mail.outgoing.Message;
import dev.brickwork.delivery.mail.outgoing.Postman;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.jobs.PostponedRow;
import dev.brickwork.platform.jobs.Sweep;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/// Reminds of open invoices 3 days before they are due, on the day, and 7, 14 and 30 days later (rule J-02).
///
/// An invoice that is charged by itself, or being paid, is left to that. Nothing is planned ahead: a moment follows
/// from the due date, and a cursor says up to which moment everything was looked at. So an invoice that is paid,
/// voided or put off in between needs no clearing up, each reminder is sent once, and a sweep that comes late sends
/// the last of those it missed, not all of them.
final class Remind implements Sweep {
    private static final Logger LOG = System.getLogger(Remind.class.getName());
    static final List<Integer> DAYS = List.of(-3, 0, 7, 14, 30);
    /// An invoice is due at the end of a day; its reminders go out on that day at nine in the morning.
    private static final Duration NINE = Duration.ofHours(9);
    private static final Duration BEFORE_MIDNIGHT = Duration.ofHours(15).minusNanos(1_000);
    private static final int BATCH_COUNT_MAX = 200;
    private static final UUID FIRST = new UUID(0, 0);
    private static final Instant BEGINNING = Instant.parse("1970-01-01T00:00:00Z");

    /// Selects what is owed, is neither charged automatically nor being paid, and was not to be charged since the
    /// reminder came due: a reminder that this held back is not sent later; the next one comes in its time.
    private static final String REMINDED_OF = """
            i.issued_at IS NOT NULL AND i.voided_at IS NULL AND i.remaining > 0 AND i.processing = 0
            AND NOT i.is_collection_paused AND i.given_up_at IS NULL
            AND NOT EXISTS (SELECT FROM collection c
                WHERE c.seller_id = i.seller_id AND c.invoice_id = i.id AND c.attempt_at IS NOT NULL)
            AND NOT EXISTS (SELECT FROM collection_entry e
                WHERE e.seller_id = i.seller_id AND e.invoice_id = i.id AND e.kind IN ('CHARGE', 'RETRY')
                    AND e.occurred_at >= i.due_at + %s)""";
    private static final String SHIFT = ":shift * interval '1 microsecond'";

    private final Database database;
    private final MailView view;
    private final Postman postman;

    Remind(Database database, MailView view, Postman postman) {
        this.database = database;
        this.view = view;
        this.postman = postman;
    }

    /// Every reminder up to this place was looked at.
    record Place(Instant moment, UUID invoice) {}

    /// @param moment nine in the morning
    /// @param days from the due date until then
    private record Due(Instant moment, UUID invoice, int days) {
        /// Of one that was missed.
        int daysUntil(Instant now) {
            return days + (int) Duration.between(moment, now).plus(NINE).toDays();
        }
    }

    @Override
    public String name() {
        return "remind";
    }

    @Override
    public Optional<Instant> nextDue(SqlSession tx, SellerId seller) {
        return tx.query("""
                SELECT min(next.due_at + step.shift) AS moment
                FROM seller
                LEFT JOIN reminder_cursor done ON done.seller_id = seller.seller_id
                CROSS JOIN (SELECT make_interval(hours => days * 24 - 15, secs => 0.000001) AS shift
                            FROM unnest(:days::integer[]) AS days) step
                CROSS JOIN LATERAL (
                    SELECT i.due_at
                    FROM invoice i
                    WHERE i.seller_id = seller.seller_id AND %s
                        AND (i.due_at, i.id) > (coalesce(done.moment, :beginning) - step.shift,
                            coalesce(done.invoice_id, :first))
                        AND i.due_at + step.shift >= i.issued_at + interval '1 day'
                    ORDER BY i.due_at
                    LIMIT 1) next
                WHERE seller.seller_id = :seller AND seller.reminders
                """.formatted(REMINDED_OF.formatted("step.shift")))
                .bind("days", DAYS.toArray(Integer[]::new))
                .bind("beginning", BEGINNING)
                .bind("first", FIRST)
                .bind("seller", seller.value())
                .map((row, _) -> Columns.maybeInstant(row, "moment"))
                .one();
    }

    /// As if they were due just now: a reminder of a day is in no hurry.
    @Override
    public List<DueSeller> dueSellers(SqlSession tx, Instant realNow) {
        return tx.query("""
                SELECT seller.seller_id
                FROM seller
                LEFT JOIN reminder_cursor done ON done.seller_id = seller.seller_id
                WHERE seller.reminders
                    AND NOT EXISTS (SELECT FROM test_clock c WHERE c.seller_id = seller.seller_id)
                    AND EXISTS (
                        SELECT
                        FROM (SELECT make_interval(hours => days * 24 - 15, secs => 0.000001) AS shift
                              FROM unnest(:days::integer[]) AS days) step
                        JOIN invoice i ON i.seller_id = seller.seller_id
                            AND i.due_at >= coalesce(done.moment, :beginning) - step.shift
                            AND i.due_at <= :now - step.shift
                        WHERE %s
                            AND (i.due_at, i.id) > (coalesce(done.moment, :beginning) - step.shift,
                                coalesce(done.invoice_id, :first))
                            AND i.due_at + step.shift >= i.issued_at + interval '1 day')
                """.formatted(REMINDED_OF.formatted("step.shift")))
                .bind("days", DAYS.toArray(Integer[]::new))
                .bind("beginning", BEGINNING)
                .bind("first", FIRST)
                .bind("now", realNow)
                .map((row, _) -> new DueSeller(new SellerId(Columns.uuid(row, "seller_id")), realNow))
                .list();
    }

    @Override
    public int run(Caller caller, BooleanSupplier isEnough) {
        int all = 0;
        int done;
        do {
            done = bite(caller);
            all += done;
        } while (done > 0 && !isEnough.getAsBoolean());
        return all;
    }

    private int bite(Caller caller) {
        try {
            return database.inTransaction(caller, tx -> batch(tx, BATCH_COUNT_MAX));
        } catch (DatabaseAway | DatabaseBusy passing) {
            throw passing;
        } catch (RuntimeException oneOfThem) {
            return upToTheFirstThatFails(caller);
        }
    }

    /// There may be a bug. A reminder that cannot be written is left out, so that all the others are.
    private int upToTheFirstThatFails(Caller caller) {
        for (int done = 0; done < BATCH_COUNT_MAX; done++) {
            try {
                if (database.inTransaction(caller, tx -> batch(tx, 1)) == 0) return done;
            } catch (DatabaseAway | DatabaseBusy passing) {
                throw passing;
            } catch (RuntimeException failed) {
                var left = database.inTransaction(caller, tx -> leaveOut(tx));
                LOG.log(Level.ERROR, () -> "a reminder of invoice_id=%s is left out".formatted(left.invoice), failed);
                return done + 1;
            }
        }
        return BATCH_COUNT_MAX;
    }

    private int batch(Tx tx, int most) {
        if (!isReminding(tx)) return 0;
        var place = lock(tx);
        var due = due(tx, place, most);
        if (due.isEmpty()) return 0;
        var byInvoice = due.stream().collect(Collectors.toMap(Due::invoice, one -> one));
        var messages = view.invoices(tx, tx.seller(), byInvoice.keySet()).stream()
                .map(facts -> message(facts, requireNonNull(byInvoice.get(facts.id())), tx.now()))
                .toList();
        postman.take(tx, messages);
        move(tx, due.getLast());
        return due.size();
    }

    private static Due leaveOut(Tx tx) {
        var first = due(tx, lock(tx), 1).getFirst();
        move(tx, first);
        PostponedRow.note(tx, "reminder", first.invoice);
        return first;
    }

    private static Message message(InvoiceFacts facts, Due due, Instant now) {
        return new Message(
                "reminder:%s:%s:%d".formatted(facts.id(), facts.dueOn(), due.days),
                MailKind.REMINDER,
                Optional.of(facts.id()),
                Optional.of(facts.version()),
                facts.sender(),
                facts.recipients(),
                InvoiceLetters.reminder(facts, due.daysUntil(now)));
    }

    private static boolean isReminding(Tx tx) {
        return tx.query("SELECT reminders FROM seller WHERE seller_id = :seller")
                .mapTo(Boolean.class)
                .one();
    }

    /// One process at a time walks the reminders of a seller.
    private static Place lock(Tx tx) {
        tx.update("""
                INSERT INTO reminder_cursor (seller_id, moment, invoice_id)
                VALUES (:seller, :beginning, :first)
                ON CONFLICT (seller_id) DO NOTHING
                """).bind("beginning", BEGINNING).bind("first", FIRST).execute();
        return tx.query("SELECT moment, invoice_id FROM reminder_cursor WHERE seller_id = :seller FOR UPDATE")
                .map((row, _) -> new Place(Columns.instant(row, "moment"), Columns.uuid(row, "invoice_id")))
                .one();
    }

    /// In the order of their moments; one index range for each kind of reminder. Of several that an invoice missed only
    /// the last is there, wherever a batch ends.
    private static List<Due> due(Tx tx, Place place, int most) {
        var all = new ArrayList<Due>();
        for (int days : DAYS) {
            var shift = shift(days);
            var nextIsDue = DAYS.stream()
                    .filter(later -> later > days)
                    .findFirst()
                    .map(later -> tx.now().minus(shift(later)))
                    .orElse(BEGINNING);
            tx.query("""
                    SELECT i.id, i.due_at
                    FROM invoice i
                    WHERE i.seller_id = :seller AND %s
                        AND (i.due_at, i.id) > (:from, :after) AND i.due_at <= :to AND i.due_at > :nextIsDue
                        AND i.due_at + %s >= i.issued_at + interval '1 day'
                    ORDER BY i.due_at, i.id
                    LIMIT :max
                    """.formatted(REMINDED_OF.formatted(SHIFT), SHIFT))
                    .bind("from", place.moment.minus(shift))
                    .bind("after", place.invoice)
                    .bind("to", tx.now().minus(shift))
                    .bind("nextIsDue", nextIsDue)
                    .bind("shift", shift.toNanos() / 1_000)
                    .bind("max", most)
                    .map((row, _) -> new Due(Columns.instant(row, "due_at").plus(shift), Columns.uuid(row, "id"), days))
                    .forEach(all::add);
        }
        all.sort(Comparator.comparing(Due::moment).thenComparing(due -> due.invoice.toString()));
        return all.size() > most ? List.copyOf(all.subList(0, most)) : all;
    }

    private static Duration shift(int days) {
        return Duration.ofDays(days).minus(BEFORE_MIDNIGHT);
    }

    private static void move(Tx tx, Due last) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE reminder_cursor SET moment = :moment, invoice_id = :invoice WHERE seller_id = :seller
                        """)
                        .bind("moment", last.moment)
                        .bind("invoice", last.invoice)
                        .execute(),
                "reminder cursor");
    }
}
