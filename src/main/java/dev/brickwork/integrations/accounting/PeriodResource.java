package dev.brickwork.integrations.accounting;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.brickwork.integrations.accounting.PeriodStore.Closed;
import dev.brickwork.integrations.accounting.PeriodStore.Posting;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.sellers.Sellers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The journal for the seller's bookkeeping: a month as CSV or JSON, and the lock that closes it.
final class PeriodResource {
    private static final int ROWS_MAX = 200_000;
    private static final List<String> COLUMNS = List.of(
            "journal_entry_id",
            "occurred_at",
            "cause",
            "account",
            "currency",
            "debit",
            "credit",
            "customer_id",
            "invoice_id",
            "payment_id");

    private final Sellers sellers;
    private final PeriodStore periods = new PeriodStore();
    private final ClosePeriod closing = new ClosePeriod(periods);

    PeriodResource(Sellers sellers) {
        this.sellers = sellers;
    }

    Routes routes() {
        return new Routes()
                .get("/accounting/periods", Scope.READ, this::list)
                .get("/accounting/periods/{period}/export", Scope.READ, this::export)
                .post("/accounting/periods/{period}/close", Scope.WRITE, this::close)
                .cpuBoundReads();
    }

    private Month month(Tx tx, Request request) {
        var zone = sellers.get(tx, request.seller()).timeZone();
        var month = Month.parse(request.path("period"), zone).orElseThrow(() -> Refusal.notFound("period"));
        return periods.bounded(tx, month);
    }

    private Answer list(Tx tx, Request request) {
        var page = request.page(Listing.IN_ONE_ORDER);
        var found = periods.list(tx, page);
        return page.answer(periods.count(tx), found, PeriodResource::write);
    }

    private Answer close(Tx tx, Request request) {
        var closed = closing.run(tx, month(tx, request));
        return Answer.ok(json -> write(json, closed));
    }

    private static void write(JsonWriter json, Closed closed) {
        json.object(out -> out.put("period", closed.month().toString())
                .put("closed_at", closed.closedAt())
                .put("closed_by", closed.closedBy())
                .put("entries", closed.entries()));
    }

    private Answer export(Tx tx, Request request) {
        var month = month(tx, request);
        var format = request.query("format").orElse("json");
        if (!List.of("csv", "json").contains(format)) throw Refusal.badField("format", "Must be csv or json.");
        var postings = periods.postings(tx, month, ROWS_MAX + 1);
        if (postings.size() > ROWS_MAX) {
            throw Refusal.badRequest(
                    "the month has more than %d postings: read /journal page by page".formatted(ROWS_MAX));
        }
        if (format.equals("csv")) {
            return Answer.bytes("text/csv; charset=utf-8", csv(postings))
                    .with("Content-Disposition", "attachment; filename=\"journal-%s.csv\"".formatted(month));
        }
        boolean isClosed = periods.isClosed(tx, month);
        return Answer.ok(json -> json.object(out -> out.put("period", month.toString())
                .put("closed", isClosed)
                .putEach("postings", postings, PeriodResource::write)));
    }

    private static void write(JsonWriter json, Posting posting) {
        json.object(out -> out.put("journal_entry_id", posting.entry())
                .put("occurred_at", posting.at())
                .put("cause", posting.cause())
                .put("account", posting.account())
                .put("currency", posting.currency())
                .put("debit", posting.debit())
                .put("credit", posting.credit())
                .put("customer_id", posting.customer())
                .put("invoice_id", posting.invoice())
                .put("payment_id", posting.payment()));
    }

    /// Amounts in major units, as spreadsheets and other books expect them. No value of the customer's is in it,
    /// so no cell can be read as a formula.
    private static byte[] csv(List<Posting> postings) {
        var bytes = new ByteArrayOutputStream();
        try (var csv = CsvWriter.builder().build(bytes)) {
            csv.writeRecord(COLUMNS);
            for (var posting : postings) csv.writeRecord(cells(posting));
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        }
        return bytes.toByteArray();
    }

    private static List<String> cells(Posting posting) {
        return List.of(
                posting.entry().toString(),
                posting.at().toString(),
                posting.cause(),
                posting.account(),
                posting.currency().code(),
                major(posting.debit(), posting),
                major(posting.credit(), posting),
                id(posting.customer()),
                id(posting.invoice()),
                id(posting.payment()));
    }

    private static String major(long minor, Posting posting) {
        return new Money(minor, posting.currency()).major().toPlainString();
    }

    private static String id(Optional<UUID> id) {
        return id.map(UUID::toString).orElse("");
    }
}
