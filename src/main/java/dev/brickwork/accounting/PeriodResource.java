package dev.brickwork.accounting;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.kernel.calendar.Zone;
import dev.brickwork.kernel.money.Currency;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.plumbing.http.Scope;
import dev.brickwork.plumbing.json.JsonWriter;
import dev.brickwork.sellers.Sellers;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Our own journal for whoever keeps the books: a month as CSV or JSON, and the lock that closes it. A closed
/// month takes no more entries, which the table of the journal itself sees to.
final class PeriodResource {
    private static final String EXPORT = "/accounting/periods/{period}/export";
    private static final String CLOSE = "/accounting/periods/{period}/close";

    /// What was begun in the last moments of a month may still be under way.
    private static final Duration GRACE = Duration.ofHours(1);

    private static final int ROWS_MAX = 200_000;

    private final Sellers sellers;

    PeriodResource(Sellers sellers) {
        this.sellers = sellers;
    }

    Routes routes() {
        return new Routes()
                .get("/accounting/periods", Scope.READ, this::list)
                .get(EXPORT, Scope.READ, this::export)
                .post(CLOSE, Scope.WRITE, this::close);
    }

    private record Month(YearMonth month, Instant from, Instant to) {
        static Month of(Request request, Zone zone) {
            try {
                var month = YearMonth.parse(request.path("period"));
                if (month.getYear() < 2000 || month.getYear() > 2199) throw Refusal.notFound("period");
                return new Month(
                        month,
                        zone.startOf(month.atDay(1)),
                        zone.startOf(month.plusMonths(1).atDay(1)));
            } catch (DateTimeException noMonth) {
                throw Refusal.notFound("period");
            }
        }
    }

    /// One posting of one entry.
    private record Posting(
            UUID entry,
            Instant at,
            String cause,
            String account,
            Currency currency,
            long debit,
            long credit,
            Optional<UUID> customer,
            Optional<UUID> invoice,
            Optional<UUID> payment) {}

    private record Closed(YearMonth month, Instant closedAt, String closedBy, long entries) {}

    private Zone zone(Handle tx, Request request) {
        return sellers.get(tx, request.seller()).timeZone();
    }

    private Answer list(Handle tx, Request request) {
        var page = request.page();
        var count = tx.createQuery("SELECT count(*) FROM accounting_period WHERE seller_id = :seller")
                .bind("seller", request.seller().value())
                .mapTo(Long.class)
                .one();
        var found = tx.createQuery("""
                SELECT starts_on, closed_at, closed_by, entry_count
                FROM accounting_period
                WHERE seller_id = :seller
                ORDER BY starts_on DESC
                LIMIT :limit OFFSET :offset
                """)
                .bind("seller", request.seller().value())
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> new Closed(
                        YearMonth.from(Columns.date(row, "starts_on")),
                        Columns.instant(row, "closed_at"),
                        Columns.text(row, "closed_by"),
                        Columns.number(row, "entry_count")))
                .list();
        return page.answer(count, found, PeriodResource::write);
    }

    private static void write(JsonWriter json, Closed closed) {
        json.object(out -> out.put("period", closed.month.toString())
                .put("closed_at", closed.closedAt)
                .put("closed_by", closed.closedBy)
                .put("entries", closed.entries));
    }

    private Answer export(Handle tx, Request request) {
        var month = Month.of(request, zone(tx, request));
        var format = request.query("format").orElse("json");
        if (!List.of("csv", "json").contains(format)) throw Refusal.badField("format", "Must be csv or json.");
        var postings = postings(tx, request.caller(), month);
        if (postings.size() > ROWS_MAX) {
            throw Refusal.badRequest(
                    "the month has more than %d postings: read /journal page by page".formatted(ROWS_MAX));
        }
        if (format.equals("csv")) {
            return Answer.bytes("text/csv; charset=utf-8", csv(postings).getBytes(StandardCharsets.UTF_8))
                    .with("Content-Disposition", "attachment; filename=\"journal-%s.csv\"".formatted(month.month));
        }
        boolean isClosed = isClosed(tx, request.caller(), month);
        return Answer.ok(json -> json.object(out -> out.put("period", month.month.toString())
                .put("closed", isClosed)
                .putEach("postings", postings, PeriodResource::write)));
    }

    private static void write(JsonWriter json, Posting posting) {
        json.object(out -> out.put("journal_entry_id", posting.entry)
                .put("occurred_at", posting.at)
                .put("cause", posting.cause)
                .put("account", posting.account)
                .put("currency", posting.currency)
                .put("debit", posting.debit)
                .put("credit", posting.credit)
                .put("customer_id", posting.customer)
                .put("invoice_id", posting.invoice)
                .put("payment_id", posting.payment));
    }

    /// Amounts in major units, as spreadsheets and other books expect them. No value of the customer's is in it,
    /// so no cell can be read as a formula.
    private static String csv(List<Posting> postings) {
        var text = new StringBuilder(
                "journal_entry_id,occurred_at,cause,account,currency,debit,credit,customer_id,invoice_id,payment_id\r\n");
        for (var posting : postings) {
            text.append(posting.entry)
                    .append(',')
                    .append(posting.at)
                    .append(',')
                    .append(posting.cause)
                    .append(',');
            text.append(posting.account).append(',').append(posting.currency).append(',');
            text.append(new Money(posting.debit, posting.currency).major().toPlainString())
                    .append(',');
            text.append(new Money(posting.credit, posting.currency).major().toPlainString())
                    .append(',');
            text.append(posting.customer.map(UUID::toString).orElse("")).append(',');
            text.append(posting.invoice.map(UUID::toString).orElse("")).append(',');
            text.append(posting.payment.map(UUID::toString).orElse("")).append("\r\n");
        }
        return text.toString();
    }

    private static List<Posting> postings(Handle tx, Caller caller, Month month) {
        return tx.createQuery("""
                SELECT e.id, e.occurred_at, e.cause, side.account, e.currency, side.debit, side.credit, e.customer_id,
                       e.invoice_id, e.payment_id
                FROM journal_entry e
                JOIN journal_transfer t ON t.seller_id = e.seller_id AND t.entry_id = e.id
                CROSS JOIN LATERAL (VALUES (1, t.debit, t.amount, 0), (2, t.credit, 0, t.amount))
                    AS side (place, account, debit, credit)
                WHERE e.seller_id = :seller AND e.occurred_at >= :from AND e.occurred_at < :to
                ORDER BY e.occurred_at, e.id, t.position, side.place
                LIMIT :max
                """)
                .bind("seller", caller.seller().value())
                .bind("from", month.from)
                .bind("to", month.to)
                .bind("max", ROWS_MAX + 1)
                .map((row, _) -> new Posting(
                        Columns.uuid(row, "id"),
                        Columns.instant(row, "occurred_at"),
                        Columns.text(row, "cause"),
                        Columns.text(row, "account"),
                        Currency.valueOf(Columns.text(row, "currency")),
                        Columns.number(row, "debit"),
                        Columns.number(row, "credit"),
                        Columns.maybeUuid(row, "customer_id"),
                        Columns.maybeUuid(row, "invoice_id"),
                        Columns.maybeUuid(row, "payment_id")))
                .list();
    }

    private static boolean isClosed(Handle tx, Caller caller, Month month) {
        return tx.createQuery("""
                SELECT EXISTS (SELECT FROM accounting_period WHERE seller_id = :seller AND starts_on >= :month)
                """)
                .bind("seller", caller.seller().value())
                .bind("month", month.month.atDay(1))
                .mapTo(Boolean.class)
                .one();
    }

    /// Closes the month and with it every one before. Once more changes nothing.
    private Answer close(Handle tx, Request request) {
        var caller = request.caller();
        var month = Month.of(request, zone(tx, request));
        if (caller.now().isBefore(month.to.plus(GRACE))) {
            throw Refusal.badRequest("the month is not over: it can be closed an hour after its end");
        }
        tx.createUpdate("""
                INSERT INTO accounting_period (seller_id, starts_on, ends_at, entry_count, closed_at, closed_by)
                SELECT :seller, :month, :to, count(*), :now, :by
                FROM journal_entry
                WHERE seller_id = :seller AND occurred_at >= :from AND occurred_at < :to
                ON CONFLICT (seller_id, starts_on) DO NOTHING
                """)
                .bind("seller", caller.seller().value())
                .bind("month", month.month.atDay(1))
                .bind("from", month.from)
                .bind("to", month.to)
                .bind("now", caller.now())
                .bind("by", caller.actor())
                .execute();
        var closed = tx.createQuery("""
                SELECT starts_on, closed_at, closed_by, entry_count
                FROM accounting_period
                WHERE seller_id = :seller AND starts_on = :month
                """)
                .bind("seller", caller.seller().value())
                .bind("month", month.month.atDay(1))
                .map((row, _) -> new Closed(
                        YearMonth.from(Columns.date(row, "starts_on")),
                        Columns.instant(row, "closed_at"),
                        Columns.text(row, "closed_by"),
                        Columns.number(row, "entry_count")))
                .one();
        return Answer.ok(json -> write(json, closed));
    }
}
