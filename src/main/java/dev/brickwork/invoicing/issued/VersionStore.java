package dev.brickwork.invoicing.issued;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.WireDates;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Writes down what was issued: the invoices, their versions and the lines of those. Many at once, in as many
/// statements as for one.
public final class VersionStore {
    private final PayLinks links;

    public VersionStore(PayLinks links) {
        this.links = links;
    }

    /// The expected tax of charges becomes the tax that was billed; a later recast gives it back (rule R-03).
    public void saveTaxes(Tx tx, List<Version> versions) {
        var charges = versions.stream()
                .flatMap(version -> version.bill().lines().stream())
                .filter(line -> line.line().kind() == Billable.Kind.CHARGE)
                .toList();
        if (charges.isEmpty()) return;
        var rows = JsonWriter.text(json -> json.array(
                charges,
                (each, line) ->
                        each.object(it -> it.put("id", line.line().source()).put("tax", line.tax()))));
        tx.update("""
                UPDATE invoice_charge c
                SET tax = billed.tax
                FROM jsonb_to_recordset(:rows::jsonb) AS billed (id uuid, tax bigint)
                WHERE c.seller_id = :seller AND c.id = ANY (:ids::uuid[]) AND c.id = billed.id AND c.tax <> billed.tax
                """)
                .bind("ids", IdList.of(charges, line -> line.line().source().orElseThrow()))
                .bind("rows", rows)
                .execute();
    }

    /// Marks the rows as issued invoices. They are named by their ids too, since the query planner cannot know how
    /// few there are in the JSON text. The guard is in the statement: rows that another transaction issued or
    /// voided meanwhile are not touched, and the count tells.
    public void saveIssued(Tx tx, List<Version> versions, Map<UUID, String> numbers) {
        var rows = JsonWriter.text(json -> json.array(
                versions,
                (each, version) -> issued(
                        each,
                        version,
                        Optional.ofNullable(numbers.get(version.invoice().id())))));
        Rows.exactly(
                versions.size(),
                tx.update("""
                        UPDATE invoice
                        SET number = new.number, version = 1, issued_at = new.issued_at, issued_on = new.issued_on,
                            due_on = new.due_on, due_at = new.due_at, sub_total = new.sub_total,
                            discount_total = new.discount_total, tax_total = new.tax_total,
                            adjustment_credit = new.adjustment_credit, carried_forward = new.carried_forward,
                            grand_total = new.grand_total, paid = new.paid, credited = new.credited,
                            settled_by = new.settled_by, fully_paid_at = new.fully_paid_at,
                            past_due_at = new.past_due_at, payment_token = new.payment_token, status = new.status,
                            row_version = row_version + 1
                        FROM jsonb_to_recordset(:rows::jsonb) AS new (id uuid, number text, issued_at timestamptz,
                            issued_on date, due_on date, due_at timestamptz, sub_total bigint, discount_total bigint,
                            tax_total bigint, adjustment_credit bigint, carried_forward bigint, grand_total bigint,
                            paid bigint, credited bigint, settled_by text, fully_paid_at timestamptz,
                            past_due_at timestamptz, payment_token text, status text)
                        WHERE invoice.seller_id = :seller AND invoice.id = ANY (:ids::uuid[]) AND invoice.id = new.id
                            AND invoice.issued_at IS NULL AND invoice.voided_at IS NULL
                        """)
                        .bind(
                                "ids",
                                IdList.of(versions, version -> version.invoice().id()))
                        .bind("rows", rows)
                        .execute(),
                "issued invoices");
    }

    private void issued(JsonWriter json, Version version, Optional<String> number) {
        var invoice = version.invoice();
        var bill = version.bill();
        var opening = version.opening();
        long remaining = bill.total() - opening.paid() - opening.credited();
        var facts = InvoiceStatus.Facts.issued(bill.total(), version.dueOn())
                .with(opening.paid(), remaining, opening.settledBy())
                .collected(invoice.isCollectionPaused(), false);
        json.object(out -> out.put("id", invoice.id())
                .put("number", number)
                .put("issued_at", version.issuedAt())
                .put("issued_on", version.issuedOn())
                .put("due_on", version.dueOn())
                .put(
                        "due_at",
                        WireDates.lastMoment(version.dueOn(), invoice.zone()).toInstant())
                .put("sub_total", bill.subTotal())
                .put("discount_total", bill.discount())
                .put("tax_total", bill.tax())
                .put("adjustment_credit", bill.credit())
                .put("carried_forward", bill.carriedForward())
                .put("grand_total", bill.total())
                .put("paid", opening.paid())
                .put("credited", opening.credited())
                .put("settled_by", opening.settledBy().map(Enum::name))
                .put("fully_paid_at", fullyPaidAt(version))
                .put(
                        "past_due_at",
                        remaining == 0
                                ? Optional.empty()
                                : Optional.of(InvoiceStatus.pastDueAt(version.dueOn(), invoice.zone())))
                .put("payment_token", links.newToken())
                .put("status", InvoiceStatus.of(facts, version.issuedOn())));
    }

    private static Optional<Instant> fullyPaidAt(Version version) {
        return version.opening().settledBy().map(by -> switch (by) {
            case PAYMENT -> version.invoice().lastPaidAt().orElse(version.issuedAt());
            case CREDIT, OFFSET, NOTHING_DUE -> version.issuedAt();
        });
    }

    public void insertVersions(Tx tx, List<Version> versions, Map<UUID, String> numbers) {
        var batch = tx.batch("""
                INSERT INTO invoice_version (seller_id, id, invoice_id, version, number, snapshot, created_at)
                VALUES (:seller, :id, :invoice, :version, :number, :snapshot::jsonb, :now)
                """);
        for (var version : versions) {
            var number = numbers.get(version.invoice().id());
            if (number == null) throw new IllegalStateException("a version without a number");
            batch.bind("seller", tx.seller().value())
                    .bind("id", version.id())
                    .bind("invoice", version.invoice().id())
                    .bind("version", version.number())
                    .bind("number", number)
                    .bind("snapshot", version.snapshot(number))
                    .bind("now", tx.now())
                    .add();
        }
        Rows.each(versions.size(), batch.execute(), "invoice versions");
        insertLines(tx, versions.stream().flatMap(VersionStore::placed).toList());
    }

    /// A line of a version at its place.
    private record Placed(Version version, int position, InvoiceTotals.TaxedLine line) {
        void write(JsonWriter json) {
            var it = line.line();
            json.object(row -> row.put("id", Ids.next())
                    .put("invoice_id", version.invoice().id())
                    .put("version", version.number())
                    .put("position", position)
                    .put("kind", it.kind())
                    .put("order_line_id", it.orderLine())
                    .put("brick_id", it.brick())
                    .put("name", it.name())
                    .put("code", it.code())
                    .putNumber("quantity", it.quantity())
                    .put("starts_on", it.dates().start())
                    .put("ends_on", it.dates().end())
                    .put("gross", it.gross())
                    .put("discount", it.discount())
                    .put("tax", line.tax())
                    .put("tax_category", it.taxCategory())
                    .putRaw("details", it.details()));
        }
    }

    private static Stream<Placed> placed(Version version) {
        var lines = version.bill().lines();
        return IntStream.range(0, lines.size()).mapToObj(i -> new Placed(version, i, lines.get(i)));
    }

    private static void insertLines(Tx tx, List<Placed> lines) {
        if (lines.isEmpty()) return;
        Rows.exactly(
                lines.size(),
                tx.update("""
                        INSERT INTO invoice_line (seller_id, id, invoice_id, version, position, kind, order_line_id, brick_id,
                            name, code, quantity, starts_on, ends_on, gross, discount, tax, tax_category, details)
                        SELECT :seller, new.*
                        FROM jsonb_to_recordset(:rows::jsonb) AS new (id uuid, invoice_id uuid, version integer,
                            position integer, kind text, order_line_id uuid, brick_id uuid, name text, code text,
                            quantity numeric, starts_on date, ends_on date, gross bigint, discount bigint, tax bigint,
                            tax_category text, details jsonb)
                        """)
                        .bind("rows", JsonWriter.text(json -> json.array(lines, (each, line) -> line.write(each))))
                        .execute(),
                "invoice lines");
    }

    /// Snapshot of the newest version, with the first number and the issue time, which no version changes.
    public record Issued(JsonNode snapshot, String firstNumber, Instant issuedAt) {}

    public Issued issued(Tx tx, InvoiceId id) {
        return tx.query("""
                SELECT newest.snapshot, first.number, invoice.issued_at
                FROM invoice
                JOIN invoice_version newest ON newest.seller_id = invoice.seller_id AND newest.invoice_id = invoice.id
                    AND newest.version = invoice.version
                JOIN invoice_version first ON first.seller_id = invoice.seller_id AND first.invoice_id = invoice.id
                    AND first.version = 1
                WHERE invoice.seller_id = :seller AND invoice.id = :id
                """)
                .bind("id", id.value())
                .map((row, _) -> new Issued(
                        JsonReader.stored(Columns.text(row, "snapshot")),
                        Columns.text(row, "number"),
                        Columns.instant(row, "issued_at")))
                .one();
    }

    /// Net and tax of the lines of one category.
    public record Taxed(long net, long tax) {}

    /// Net and tax of the current version of an invoice by tax category, without what was credited or carried forward
    /// on
    /// it.
    public Map<String, Taxed> taxed(Tx tx, LockedInvoice invoice) {
        var taxed = new HashMap<String, Taxed>();
        tx.query("""
                SELECT tax_category, sum(gross - discount)::bigint AS net, sum(tax)::bigint AS tax
                FROM invoice_line
                WHERE seller_id = :seller AND invoice_id = :invoice AND version = :version
                    AND kind NOT IN ('ADJUSTMENT_CREDIT', 'CARRIED_FORWARD')
                GROUP BY tax_category
                """)
                .bind("invoice", invoice.id().value())
                .bind("version", invoice.version())
                .map((row, _) -> taxed.put(
                        Columns.text(row, "tax_category"),
                        new Taxed(Columns.number(row, "net"), Columns.number(row, "tax"))))
                .list();
        return taxed;
    }
}
