package dev.brickwork.billing.explain;

import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.Invoice;
import dev.brickwork.invoicing.issued.InvoiceView;
import dev.brickwork.invoicing.usage.WindowKey;
import dev.brickwork.metering.MeterWindow;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.contract.Line;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Says where every cent of an invoice comes from: from the total to the line, the stretch of time, the tier, the
/// clause of the contract and the rounding. It reads what was billed and asks the kernel how that
/// came about; its top parts add up to the total, and what settled it leads on to what remains.
public final class ExplainInvoice {
    private static final String TEXT = "text/plain";

    private final InvoiceView view;
    private final Contracts contracts;
    private final ExplainUsage usage;

    public ExplainInvoice(InvoiceView view, Contracts contracts, ExplainUsage usage) {
        this.usage = usage;
        this.view = view;
        this.contracts = contracts;
    }

    public Routes routes() {
        return new Routes()
                .get("/invoices/{invoice_id}/explain", Scope.READ, this::explain)
                .cpuBoundReads();
    }

    private Answer explain(Tx tx, Request request) {
        var id = request.id("invoice_id", "invoice", InvoiceId::new);
        var invoice = view.find(tx, id).orElseThrow(() -> Refusal.notFound("invoice"));
        var parts = parts(tx, invoice);
        var settled = settled(tx, invoice);
        if (request.isAskingFor(TEXT)) {
            return Answer.bytes(
                    TEXT + "; charset=utf-8", text(invoice, parts, settled).getBytes(StandardCharsets.UTF_8));
        }
        return Answer.ok(json -> json.object(out -> out.put("invoice_id", id.value())
                .put("invoice_number", invoice.number())
                .put("currency", invoice.currency())
                .put("grand_total", invoice.sums().total())
                .putEach("parts", parts, (each, part) -> part.write(each))
                .put("remaining_amount", invoice.sums().remaining())
                .putEach("settlement", settled, (each, part) -> part.write(each))));
    }

    private List<Explanation> parts(Tx tx, Invoice invoice) {
        var term = term(tx, invoice);
        var clock = term.map(it -> clocks(tx, List.of(it)).apply(it)).orElse(ServiceClock.UNPAUSED);
        var billed = ExplainedLine.all(tx, invoice, clock);
        var lines = term.map(it -> lines(tx, invoice, it)).orElse(Map.of());
        var clauses = clauses(tx, billed);
        var all = new ArrayList<Explanation>();
        var agreed = new Agreed(lines, clauses, usage.windows(tx, billed), clock);
        for (var each : billed) all.add(line(tx, invoice, each, agreed));
        all.addAll(taxes(invoice));
        return all;
    }

    private static Optional<UUID> term(Tx tx, Invoice invoice) {
        return tx.query("SELECT term_order_id FROM invoice WHERE seller_id = :seller AND id = :id")
                .bind("id", invoice.id().value())
                .map((row, _) -> Columns.maybeUuid(row, "term_order_id"))
                .one();
    }

    private static Function<UUID, ServiceClock> clocks(Tx tx, Collection<UUID> terms) {
        var clocks = ContractTerms.clocks(tx, terms);
        return term -> clocks.getOrDefault(term, ServiceClock.UNPAUSED);
    }

    /// The lines of the term that the invoice bills, as the kernel knows them.
    private Map<UUID, Line> lines(Tx tx, Invoice invoice, UUID term) {
        var subscription = contracts
                .find(tx, new SubscriptionId(invoice.subscription().orElseThrow()))
                .orElseThrow();
        var agreement = contracts.term(tx, subscription, new OrderId(term));
        return contracts.lines(tx, agreement);
    }

    /// Where each line was agreed: its order, and the plan that it belongs to.
    private static Map<UUID, Explanation> clauses(Tx tx, List<ExplainedLine> billed) {
        var lines = billed.stream()
                .flatMap(each -> each.orderLine().stream())
                .distinct()
                .toArray(UUID[]::new);
        if (lines.length == 0) return Map.of();
        var agreed = tx.query("""
                SELECT line.id, line.order_id, o.order_type, o.term_order_id, o.starts_on, o.ends_on, o.closed_at, line.plan_name,
                    CASE version.plan_id WHEN line.plan_id THEN o.plan_version END AS plan_version,
                    term.terms ->> 'frequency' AS frequency
                FROM order_line line
                JOIN orders o ON o.seller_id = line.seller_id AND o.id = line.order_id
                JOIN plan_version version ON version.seller_id = o.seller_id AND version.id = o.plan_version_id
                JOIN orders term ON term.seller_id = o.seller_id AND term.id = o.term_order_id
                WHERE line.seller_id = :seller AND line.id = ANY (:lines)
                """)
                .bind("lines", lines)
                .map((row, _) -> Clause.of(row))
                .list();
        var clocks = clocks(tx, agreed.stream().map(Clause::term).collect(Collectors.toSet()));
        return agreed.stream()
                .collect(Collectors.toMap(Clause::line, clause -> clause.explained(clocks.apply(clause.term))));
    }

    /// @param dates of the order, in service dates
    private record Clause(
            UUID line,
            UUID order,
            UUID term,
            String type,
            Period dates,
            Optional<Instant> closedAt,
            String plan,
            Optional<Integer> version,
            String frequency) {
        static Clause of(ResultSet row) throws SQLException {
            return new Clause(
                    Columns.uuid(row, "id"),
                    Columns.uuid(row, "order_id"),
                    Columns.uuid(row, "term_order_id"),
                    Columns.text(row, "order_type"),
                    new Period(Columns.date(row, "starts_on"), Columns.date(row, "ends_on")),
                    Columns.maybeInstant(row, "closed_at"),
                    Columns.text(row, "plan_name"),
                    Columns.maybeText(row, "plan_version").map(Integer::valueOf),
                    Columns.text(row, "frequency"));
        }

        Explanation explained(ServiceClock clock) {
            var on = clock.calendar(dates);
            var facts = JsonWriter.text(json -> json.object(out -> out.put("order_id", order)
                    .put("order_type", type)
                    .put("closed_at", closedAt)
                    .put("plan_version", version)));
            return Explanation.note(
                            "clause",
                            "Agreed in the %s order of %s to %s, plan %s%s, billed %s"
                                    .formatted(
                                            type,
                                            on.start(),
                                            WireDates.lastDay(on),
                                            plan,
                                            version.map(" (version %d)"::formatted)
                                                    .orElse(""),
                                            frequency),
                            "I-01")
                    .knowing(facts);
        }
    }

    /// The contract behind an invoice: order lines and clauses by the ids of lines, and the usage windows.
    ///
    /// @param clock of the term that is billed
    private record Agreed(
            Map<UUID, Line> lines,
            Map<UUID, Explanation> clauses,
            Map<WindowKey, MeterWindow> windows,
            ServiceClock clock) {}

    private Explanation line(Tx tx, Invoice invoice, ExplainedLine billed, Agreed agreed) {
        var period = "%s to %s".formatted(billed.dates().start(), WireDates.lastDay(billed.dates()));
        long net = billed.gross() - billed.discount();
        return switch (billed.kind()) {
            case "ADJUSTMENT_CREDIT" ->
                Explanation.of(
                        "adjustment_credit",
                        billed.name() + ": paid for before and not used",
                        net,
                        "R-02",
                        "R-04",
                        "I-10");
            case "CARRIED_FORWARD" ->
                Explanation.of("carried_forward", billed.name() + ": the total does not fall below zero", net, "M-08");
            default ->
                Explanation.of(
                                "line",
                                "%s, quantity %s, %s".formatted(billed.name(), plain(billed.quantity()), period),
                                net,
                                "I-10")
                        .with(
                                billed.isUsage()
                                        ? usage.parts(tx, billed, agreed.windows, invoice.currency())
                                        : inside(invoice, billed, agreed));
        };
    }

    private static List<Explanation> inside(Invoice invoice, ExplainedLine billed, Agreed agreed) {
        var all = new ArrayList<Explanation>();
        billed.orderLine().map(agreed.clauses::get).ifPresent(all::add);
        var line = billed.orderLine().map(agreed.lines::get);
        if (billed.kind().equals("CHARGE") && line.isPresent()) {
            all.addAll(new ExplainCharge(line.get(), invoice.currency(), billed, agreed.clock).parts());
            return all;
        }
        var price = Optional.ofNullable(billed.details().path("unit_price").textValue());
        all.add(Explanation.of(
                        "gross",
                        price.map(it -> "%s × %s, rounded half up".formatted(plain(billed.quantity()), it))
                                .orElse("Price of %s".formatted(plain(billed.quantity()))),
                        billed.gross(),
                        rule(billed.kind()),
                        "M-04")
                .knowing(billed.details().toString()));
        if (billed.discount() != 0) all.add(Explanation.of("discount", "Discount", -billed.discount(), "D-01"));
        return all;
    }

    static String rule(String kind) {
        return switch (kind) {
            case "USAGE" -> "G-04";
            case "MILESTONE" -> "L-01";
            case "CORRECTION" -> "G-06";
            default -> "I-15";
        };
    }

    /// Rounded once per invoice and rate, and only then shared out over the lines (rules X-02, M-06).
    private static List<Explanation> taxes(Invoice invoice) {
        var all = new ArrayList<Explanation>();
        for (var tax : JsonReader.stored(invoice.taxes())) {
            boolean isReverse = tax.path("reverse_charge").booleanValue();
            var text = "%s %s %% on %s%s, rounded once for the whole invoice"
                    .formatted(
                            tax.path("name").asText(),
                            tax.path("rate").asText(),
                            Explanation.shown(tax.path("taxable_amount").longValue(), invoice.currency()),
                            isReverse ? ", reverse charge" : "");
            all.add(Explanation.of(
                            "tax", text, tax.path("amount").longValue(), "X-01", "X-02", isReverse ? "X-05" : "X-04")
                    .knowing(tax.toString()));
        }
        if (!invoice.isIssued() && invoice.sums().tax() != 0) {
            all.add(Explanation.of(
                    "tax", "Tax expected at today's rates", invoice.sums().tax(), "X-06"));
        }
        return all;
    }

    private static List<Explanation> settled(Tx tx, Invoice invoice) {
        var sums = invoice.sums();
        var all = new ArrayList<Explanation>();
        if (sums.credited() != 0) {
            all.add(Explanation.of("credit", "Credit of the customer, oldest first", -sums.credited(), "I-11"));
        }
        if (sums.offset() != 0) {
            all.add(Explanation.of("offset", "Taken back by a change of the contract", -sums.offset(), "R-02", "U-06"));
        }
        if (sums.paid() != 0) {
            all.add(Explanation.of("payments", "Payments that were applied to it", -sums.paid(), "I-03", "I-04")
                    .with(payments(tx, invoice)));
        }
        return all;
    }

    /// Each with what of it settles the invoice: what went back or became credit does not (rules I-13, I-04).
    private static List<Explanation> payments(Tx tx, Invoice invoice) {
        var standing = tx
                .query("""
                SELECT payment_id, amount
                FROM standing_payments(:seller, :id) -- of one seller_id
                WHERE amount > 0
                """)
                .bind("id", invoice.id().value())
                .map((row, _) -> Map.entry(Columns.uuid(row, "payment_id"), Columns.number(row, "amount")))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        var all = new ArrayList<Explanation>();
        for (var payment : invoice.payments()) {
            var text = "%s of %s on %s"
                    .formatted(
                            payment.method(),
                            Explanation.shown(payment.amount(), invoice.currency()),
                            invoice.zone().dateOf(payment.at()));
            Optional.ofNullable(standing.get(payment.id()))
                    .ifPresent(amount -> all.add(Explanation.of("payment", text, -amount, "I-03")));
        }
        return all;
    }

    private static String text(Invoice invoice, List<Explanation> parts, List<Explanation> settled) {
        var out = new StringBuilder();
        out.append("Invoice %s, amounts in %s\n\n"
                .formatted(invoice.number().orElse("(not issued yet)"), invoice.currency()));
        for (var part : parts) part.print(out, invoice.currency(), 0);
        Explanation.of("total", "Total", invoice.sums().total()).print(out, invoice.currency(), 0);
        if (!settled.isEmpty()) {
            out.append('\n');
            for (var part : settled) part.print(out, invoice.currency(), 0);
        }
        Explanation.of("remaining", "Remaining", invoice.sums().remaining()).print(out, invoice.currency(), 0);
        return out.toString();
    }

    private static String plain(BigDecimal quantity) {
        return quantity.stripTrailingZeros().toPlainString();
    }
}
