package dev.brickwork.contracts;

import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.EarlyEnd;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.terms.BrickTerms;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.core.statement.Update;

/// Every statement that writes orders and their lines.
public final class OrderStore {
    /// An order, and of an upgrade also the terms that it changes, and the last one before it that switched the plan.
    public static final String WHOLE = """
            SELECT orders.*, CASE WHEN orders.order_type = 'UPGRADE' THEN base.terms END AS base_terms,
                CASE WHEN orders.order_type = 'UPGRADE' THEN (
                    SELECT before.terms
                    FROM orders before
                    WHERE before.seller_id = orders.seller_id AND before.term_order_id = orders.term_order_id
                        AND before.order_type = 'UPGRADE' AND jsonb_exists(before.terms, 'plan')
                        AND before.sequence < coalesce(orders.sequence, 2147483647)
                    ORDER BY before.sequence DESC
                    LIMIT 1) END AS switch_terms
            FROM orders
            JOIN orders base ON base.seller_id = orders.seller_id AND base.id = orders.term_order_id
            """;

    /// Refused by the index when another change order is open; the check before it says so more kindly.
    public void insert(Tx tx, Order order, FormLinks links) {
        var origin = order.origin();
        try {
            Rows.exactlyOne(
                    bound(tx.update("""
                            INSERT INTO orders (seller_id, id, subscription_id, order_type, stage, term_order_id, sequence,
                                request, terms, plan_version_id, plan_version, currency, starts_on, ends_on,
                                contract_value, adjustment_credit, form_token, created_at, closed_at, customer_id,
                                billed_company_id, legal_entity_id, foreseen_pause_days, pins)
                            VALUES (:seller, :id, :subscription, :type, :stage, :term, :sequence, :request::jsonb,
                                :terms::jsonb, :planVersion, :planNumber, :currency, :startsOn, :endsOn, :value, :credit,
                                :token, :createdAt, :closedAt, :customer, :billed, :entity, :foreseen, :pins::jsonb)
                            """), order)
                            .bind("subscription", origin.subscription().value())
                            .bind("token", links.stored(origin.formToken()))
                            .bind("createdAt", origin.createdAt())
                            .execute(),
                    "new order");
        } catch (UnableToExecuteStatementException refused) {
            if (SqlState.is(SqlState.UNIQUE_VIOLATION, refused)) throw anotherIsOpen();
            throw refused;
        }
    }

    public static Refusal anotherIsOpen() {
        return Refusal.badRequest("the subscription has an open order already; close or delete it first");
    }

    /// Only an open order changes.
    public void update(Tx tx, Order order) {
        Rows.exactlyOne(
                bound(tx.update("""
                        UPDATE orders
                        SET order_type = :type, currency = :currency, stage = :stage, sequence = :sequence,
                            term_order_id = :term,
                            request = :request::jsonb, terms = :terms::jsonb, plan_version_id = :planVersion,
                            plan_version = :planNumber, starts_on = :startsOn, ends_on = :endsOn,
                            contract_value = :value, adjustment_credit = :credit, signed_at = :signedAt,
                            signed_by = :signedBy, closed_at = :closedAt, customer_id = :customer,
                            billed_company_id = :billed, legal_entity_id = :entity,
                            foreseen_pause_days = :foreseen, pins = :pins::jsonb, version = version + 1
                        WHERE seller_id = :seller AND id = :id AND stage = 'BUILDING' AND version = :version
                        """), order)
                        .bind("signedAt", order.signed().map(Order.Signed::at))
                        .bind("signedBy", order.signed().map(Order.Signed::by))
                        .bind("version", order.version())
                        .execute(),
                "changed order");
    }

    /// Erases e-mail addresses from the orders agreed with a customer, also where the subscription now has another
    /// one, and from open orders of their subscriptions. Deletes the printed forms: new prints do not name them.
    public void forget(Tx tx, UUID customer) {
        tx.update("""
                WITH theirs AS (
                    SELECT id
                    FROM orders
                    WHERE seller_id = :seller AND (customer_id IS NULL OR :customer IN (customer_id, billed_company_id))
                        AND subscription_id IN (
                            SELECT id
                            FROM subscription
                            WHERE seller_id = :seller AND (customer_id = :customer OR billed_company_id = :customer)
                            UNION
                            SELECT subscription_id
                            FROM invoice
                            WHERE seller_id = :seller AND (customer_id = :customer OR billed_company_id = :customer))),
                blanked AS (
                    UPDATE orders
                    SET request = request - 'accounts_payable_emails', version = version + 1
                    WHERE seller_id = :seller AND id IN (SELECT id FROM theirs)
                        AND jsonb_exists(request, 'accounts_payable_emails'))
                DELETE FROM order_form
                WHERE seller_id = :seller AND order_id IN (SELECT id FROM theirs)
                """).bind("customer", customer).execute(); // as many as there are
    }

    /// The term is over before its time: all its orders end.
    public void end(Tx tx, OrderId term, Optional<EarlyEnd> end) {
        tx.update("""
                UPDATE orders
                SET ended_on = :on, kept_before = :keptBefore, version = version + 1
                WHERE seller_id = :seller AND term_order_id = :term AND stage = 'CLOSED'
                """)
                .bind("on", end.map(EarlyEnd::on))
                .bind("keptBefore", end.flatMap(EarlyEnd::keptBefore))
                .bind("term", term.value())
                .execute();
    }

    public Optional<Order> find(Tx tx, SubscriptionId subscription, OrderId id) {
        return tx.query(WHOLE + """
                WHERE orders.seller_id = :seller AND orders.id = :id AND orders.subscription_id = :subscription
                """)
                .bind("id", id.value())
                .bind("subscription", subscription.value())
                .map((row, _) -> order(row))
                .findOne();
    }

    public Optional<Order> open(Tx tx, SubscriptionId subscription) {
        return tx.query(WHOLE + """
                WHERE orders.seller_id = :seller AND orders.subscription_id = :subscription AND orders.stage = 'BUILDING'
                """)
                .bind("subscription", subscription.value())
                .map((row, _) -> order(row))
                .findOne();
    }

    /// The orders of a term in the order in which they were closed; an open first order alone.
    List<Order> ofTerm(Tx tx, OrderId term) {
        return tx.query(WHOLE + """
                WHERE orders.seller_id = :seller AND orders.term_order_id = :term
                    AND (orders.stage = 'CLOSED' OR orders.id = :term)
                ORDER BY orders.sequence
                """)
                .bind("term", term.value())
                .map((row, _) -> order(row))
                .list();
    }

    /// All closed orders of some subscriptions, those of each in the order of their closing.
    List<Order> closed(Tx tx, Collection<SubscriptionId> subscriptions) {
        return tx.query(WHOLE + """
                WHERE orders.seller_id = :seller AND orders.subscription_id = ANY (:subscriptions::uuid[])
                    AND orders.stage = 'CLOSED'
                ORDER BY orders.subscription_id, orders.sequence
                """)
                .bind("subscriptions", IdList.of(subscriptions, SubscriptionId::value))
                .map((row, _) -> order(row))
                .list();
    }

    /// The terms that were agreed and have not begun, in their order: they follow the running one.
    List<Order> ahead(Tx tx, SubscriptionId subscription, OrderId term) {
        return tx.query(WHOLE + """
                JOIN orders now ON now.seller_id = orders.seller_id AND now.id = :term
                WHERE orders.seller_id = :seller AND orders.subscription_id = :subscription AND orders.stage = 'CLOSED'
                    AND orders.order_type IN ('RENEWAL', 'STANDARD') AND orders.sequence > now.sequence
                ORDER BY orders.sequence
                """)
                .bind("subscription", subscription.value())
                .bind("term", term.value())
                .map((row, _) -> order(row))
                .list();
    }

    public int closedCount(Tx tx, SubscriptionId subscription) {
        return tx.query("""
                SELECT coalesce(max(sequence), 0)
                FROM orders
                WHERE seller_id = :seller AND subscription_id = :subscription
                """)
                .bind("subscription", subscription.value())
                .mapTo(Integer.class)
                .one();
    }

    public void insertLines(Tx tx, Order order, Map<UUID, Line> lines) {
        if (lines.isEmpty()) return;
        var batch = tx.batch("""
                INSERT INTO order_line (seller_id, id, order_id, subscription_id, position, phase_position, brick_id,
                    is_leaving, brick_name, brick_code, plan_id, plan_name, kind, tax_category, quantity, is_unlimited, term, gross,
                    discount, coupon, tiers)
                VALUES (:seller, :id, :order, :subscription, :position, :phase, :brick::uuid, :leaving, :name, :code, :plan,
                    :planName, :kind, :category, :quantity, :unlimited, daterange(:from, :to), :gross, :discount, :coupon,
                    :tiers::jsonb)
                """);
        int position = 0;
        for (var entry : lines.entrySet()) {
            var line = entry.getValue();
            var total = line.total();
            batch.bind("seller", tx.seller().value())
                    .bind("id", entry.getKey())
                    .bind("order", order.id().value())
                    .bind("subscription", order.subscription().value())
                    .bind("position", position++)
                    .bind("phase", line.key().phasePosition())
                    .bind("brick", line.key().brick().map(brick -> brick.value()))
                    .bind("leaving", line.key().isLeaving())
                    .bind("name", line.brick().map(BrickTerms::name))
                    .bind("code", line.brick().map(BrickTerms::code))
                    .bind("plan", line.plan().planId())
                    .bind("planName", line.plan().name())
                    .bind("kind", line.kind().name())
                    .bind("category", line.taxCategory())
                    .bind("quantity", line.quantity().value())
                    .bind(
                            "unlimited",
                            line.brick().filter(BrickTerms::isUnlimited).isPresent())
                    .bind("from", line.term().start())
                    .bind("to", line.term().end())
                    .bind("gross", total.gross())
                    .bind("discount", total.discount())
                    .bind("coupon", total.coupon())
                    .bind("tiers", tiers(line))
                    .add();
        }
        Rows.each(lines.size(), batch.execute(), "order lines");
    }

    private static String tiers(Line line) {
        return JsonWriter.text(json -> json.array(
                line.tiers(),
                (each, row) -> each.object(
                        out -> out.putNumber("quantity", row.quantity().value())
                                .put("unit_price", row.price())
                                .put("is_fee", row.isFee())
                                .put("sub_total", row.subTotal().toPlainString())
                                .put("duration_text", row.durationText()))));
    }

    /// The ids of the lines of a term's orders.
    public record LineRow(UUID id, OrderId order, int phasePosition, Optional<UUID> brick, boolean isLeaving) {}

    List<LineRow> lines(Tx tx, OrderId term) {
        return tx.query("""
                SELECT line.id, line.order_id, line.phase_position, line.brick_id, line.is_leaving
                FROM orders o
                JOIN order_line line ON line.seller_id = o.seller_id AND line.order_id = o.id
                WHERE o.seller_id = :seller AND o.term_order_id = :term AND o.stage = 'CLOSED'
                """)
                .bind("term", term.value())
                .map((row, _) -> new LineRow(
                        Columns.uuid(row, "id"),
                        new OrderId(Columns.uuid(row, "order_id")),
                        Columns.count(row, "phase_position"),
                        Columns.maybeUuid(row, "brick_id"),
                        Columns.flag(row, "is_leaving")))
                .list();
    }

    private static Update bound(Update statement, Order order) {
        var quoted = order.quoted();
        var life = order.life();
        return statement
                .bind("id", order.id().value())
                .bind("type", order.type().name())
                .bind("term", order.term().value())
                .bind("currency", order.origin().currency().code())
                .bind("request", order.request())
                .bind("terms", quoted.terms())
                .bind("planVersion", quoted.plan().id())
                .bind("planNumber", quoted.plan().number())
                .bind("startsOn", quoted.dates().start())
                .bind("endsOn", quoted.dates().end())
                .bind("value", quoted.contractValue())
                .bind("credit", quoted.credit())
                .bind("pins", quoted.pins().json())
                .bind("stage", life.stage().name())
                .bind("sequence", life.sequence())
                .bind("closedAt", life.closedAt())
                .bind("foreseen", life.foreseenPauseDays())
                .bind("customer", life.parties().map(Subscription.BillingParties::customer))
                .bind("billed", life.parties().map(Subscription.BillingParties::billedCompany))
                .bind("entity", life.parties().map(parties -> parties.entity().value()));
    }

    public static Order order(ResultSet row) throws SQLException {
        return new Order(
                new OrderId(Columns.uuid(row, "id")),
                origin(row),
                Columns.text(row, "request"),
                quoted(row),
                life(row),
                signed(row),
                Columns.number(row, "version"));
    }

    private static Order.Origin origin(ResultSet row) throws SQLException {
        return new Order.Origin(
                new SubscriptionId(Columns.uuid(row, "subscription_id")),
                OrderType.valueOf(Columns.text(row, "order_type")),
                new OrderId(Columns.uuid(row, "term_order_id")),
                Columns.maybeText(row, "base_terms"),
                Columns.maybeText(row, "switch_terms")
                        .flatMap(terms -> TermsJson.upgrade(terms).plan()),
                Columns.currency(row, "currency"),
                Columns.text(row, "form_token"),
                Columns.instant(row, "created_at"));
    }

    private static Order.Quoted quoted(ResultSet row) throws SQLException {
        return new Order.Quoted(
                Columns.text(row, "terms"),
                new Order.PlanVersion(Columns.uuid(row, "plan_version_id"), Columns.count(row, "plan_version")),
                new Period(Columns.date(row, "starts_on"), Columns.date(row, "ends_on")),
                Columns.number(row, "contract_value"),
                Columns.maybeNumber(row, "adjustment_credit"),
                Pins.stored(Columns.text(row, "pins")));
    }

    private static Order.Life life(ResultSet row) throws SQLException {
        return new Order.Life(
                OrderStage.valueOf(Columns.text(row, "stage")),
                Columns.maybeCount(row, "sequence"),
                Columns.maybeInstant(row, "closed_at"),
                parties(row),
                Columns.number(row, "foreseen_pause_days"),
                ended(row));
    }

    private static Optional<Subscription.BillingParties> parties(ResultSet row) throws SQLException {
        var customer = Columns.maybeUuid(row, "customer_id");
        if (customer.isEmpty()) return Optional.empty();
        return Optional.of(new Subscription.BillingParties(
                customer.get(),
                Columns.uuid(row, "billed_company_id"),
                new LegalEntityId(Columns.uuid(row, "legal_entity_id"))));
    }

    private static Optional<EarlyEnd> ended(ResultSet row) throws SQLException {
        var on = Columns.maybeDate(row, "ended_on");
        if (on.isEmpty()) return Optional.empty();
        return Optional.of(new EarlyEnd(on.get(), Columns.maybeDate(row, "kept_before")));
    }

    private static Optional<Order.Signed> signed(ResultSet row) throws SQLException {
        var at = Columns.maybeInstant(row, "signed_at");
        if (at.isEmpty()) return Optional.empty();
        return Optional.of(new Order.Signed(at.get(), Columns.text(row, "signed_by")));
    }
}
