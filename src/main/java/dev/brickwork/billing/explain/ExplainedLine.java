package dev.brickwork.billing.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.brickwork.invoicing.Invoice;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A line of an invoice, or what will be one, with what is known of how it came about.
record ExplainedLine(
        String kind,
        Optional<UUID> orderLine,
        String name,
        BigDecimal quantity,
        Period dates,
        long gross,
        long discount,
        JsonNode details) {
    /// @param clock of the term; an issued line has its dates in those of the calendar already
    static List<ExplainedLine> all(Tx tx, Invoice invoice, ServiceClock clock) {
        return invoice.isIssued() ? issued(tx, invoice) : scheduled(tx, invoice, clock);
    }

    long detail(String member) {
        return details.path(member).longValue();
    }

    LocalDate date(String member) {
        return LocalDate.parse(details.path(member).textValue());
    }

    boolean isUsage() {
        return details.has("usage_id");
    }

    private static List<ExplainedLine> issued(Tx tx, Invoice invoice) {
        return tx.query("""
                SELECT kind, order_line_id, name, quantity, starts_on, ends_on, gross, discount, details
                FROM invoice_line
                WHERE seller_id = :seller AND invoice_id = :invoice AND version = :version
                ORDER BY position
                """)
                .bind("invoice", invoice.id().value())
                .bind("version", invoice.version())
                .map((row, _) -> line(row, Columns.text(row, "kind")))
                .list();
    }

    /// The lines of an invoice that is not issued yet.
    private static List<ExplainedLine> scheduled(Tx tx, Invoice invoice, ServiceClock clock) {
        var all = new ArrayList<>(tx.query("""
                SELECT c.order_line_id, coalesce(line.brick_name, line.plan_name) AS name, line.quantity,
                    lower(c.service) AS starts_on, upper(c.service) AS ends_on, c.gross, c.discount + c.coupon AS discount,
                    jsonb_build_object('brick_discount', c.discount, 'coupon', c.coupon, 'service_starts_on',
                        lower(c.service), 'service_ends_on', upper(c.service)) AS details
                FROM invoice_charge c
                JOIN order_line line ON line.seller_id = c.seller_id AND line.id = c.order_line_id
                WHERE c.seller_id = :seller AND c.invoice_id = :invoice
                ORDER BY c.id
                """)
                .bind("invoice", invoice.id().value())
                .map((row, _) -> line(row, "CHARGE").on(clock))
                .list());
        all.addAll(tx.query("""
                SELECT kind, order_line_id, name, quantity, starts_on, ends_on, gross, discount, details
                FROM invoice_item
                WHERE seller_id = :seller AND invoice_id = :invoice
                ORDER BY position
                """)
                .bind("invoice", invoice.id().value())
                .map((row, _) -> line(row, Columns.text(row, "kind")))
                .list());
        for (var item : invoice.items()) balancing(item).ifPresent(all::add);
        return all;
    }

    /// The credit that it will bear and what it will carry forward are kept as sums.
    private static Optional<ExplainedLine> balancing(Invoice.Item item) {
        var kind = switch (item.kind()) {
            case "ADJUSTMENT_CREDIT" -> "ADJUSTMENT_CREDIT";
            case "CREDIT_CARRIED_FORWARD" -> "CARRIED_FORWARD";
            default -> "";
        };
        return kind.isEmpty()
                ? Optional.empty()
                : Optional.of(new ExplainedLine(
                        kind,
                        Optional.empty(),
                        item.name(),
                        item.quantity(),
                        item.dates(),
                        item.gross(),
                        item.discount(),
                        MissingNode.getInstance()));
    }

    private ExplainedLine on(ServiceClock clock) {
        return new ExplainedLine(kind, orderLine, name, quantity, clock.calendar(dates), gross, discount, details);
    }

    private static ExplainedLine line(ResultSet row, String kind) throws SQLException {
        return new ExplainedLine(
                kind,
                Columns.maybeUuid(row, "order_line_id"),
                Columns.text(row, "name"),
                Columns.decimal(row, "quantity"),
                new Period(Columns.date(row, "starts_on"), Columns.date(row, "ends_on")),
                Columns.number(row, "gross"),
                Columns.number(row, "discount"),
                JsonReader.stored(Columns.text(row, "details")));
    }
}
