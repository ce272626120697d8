package dev.brickwork.contracts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.database.Where;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Page;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.json.JsonReader;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/// Read-only statements shaped for lists and searches.
public final class SubscriptionView {
    private static final int STATUS_COUNT_MAX = 4;

    private final Customers customers;

    public SubscriptionView(Customers customers) {
        this.customers = customers;
    }

    /// The search conditions of a list; all must hold.
    public record Filter(
            Optional<UUID> customer,
            Optional<List<SubscriptionStatus>> statuses,
            Optional<UUID> plan,
            Optional<LocalDate> renewsFrom,
            Optional<LocalDate> renewsTo,
            Optional<String> metadata) {
        public static Filter query(Request request, Fields fields) {
            var statuses = request.listed("status", SubscriptionStatus.values(), fields);
            var metadata = fields.text("metadata").map(Filter::json);
            return read(fields, Optional.of(statuses).filter(all -> !all.isEmpty()), metadata);
        }

        /// A parameter that holds JSON; what is none stays a text.
        private static JsonNode json(String text) {
            try {
                return JsonReader.request(text.getBytes(UTF_8));
            } catch (Refusal malformed) {
                return TextNode.valueOf(text);
            }
        }

        public static Filter body(Fields fields) {
            Optional<List<SubscriptionStatus>> statuses = fields.oneOrEach(
                    "status", STATUS_COUNT_MAX, (element, name) -> element.oneOf(name, SubscriptionStatus.values()));
            return read(fields, statuses, fields.json("metadata"));
        }

        private static Filter read(
                Fields fields, Optional<List<SubscriptionStatus>> statuses, Optional<JsonNode> metadata) {
            if (metadata.filter(sent -> !sent.isObject()).isPresent()) fields.fault("metadata", "Must be an object.");
            return new Filter(
                    fields.uuid("customer_id"),
                    statuses,
                    fields.uuid("plan_id"),
                    fields.date("renews_from"),
                    fields.date("renews_to"),
                    metadata.map(Object::toString));
        }

        private Where where(Caller caller) {
            var where = Where.seller(caller.seller().value())
                    .and("customer_id = :customer", "customer", customer)
                    .and(
                            "status = ANY (string_to_array(:statuses, ','))",
                            "statuses",
                            statuses.map(all -> String.join(
                                    ",", all.stream().map(Enum::name).toList())))
                    .and("plan_id = :plan", "plan", plan)
                    .and("ends_on >= :renewsFrom", "renewsFrom", renewsFrom)
                    .and("ends_on <= :renewsTo", "renewsTo", renewsTo)
                    .and("metadata @> :metadata::jsonb", "metadata", metadata);
            // Those that show a renews_at.
            return renewsFrom.isPresent() || renewsTo.isPresent()
                    ? where.and("auto_renews AND status <> 'INACTIVE' AND terminates_on IS NULL AND NOT is_trial")
                    : where;
        }
    }

    /// A subscription with the name that a list shows.
    public record Row(Subscription subscription, Customer customer) {}

    public List<Row> list(Tx tx, Filter filter, Page page) {
        var where = filter.where(tx.caller());
        var found = where.bind(tx.query("SELECT * FROM subscription " + where.sql()
                        + " ORDER BY created_at %1$s, id %1$s LIMIT :limit OFFSET :offset"
                                .formatted(page.ordering().direction())))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> SubscriptionStore.subscription(row))
                .list();
        var buyers =
                customers.all(tx, found.stream().map(Subscription::customer).collect(Collectors.toSet()));
        return found.stream()
                .map(it -> new Row(it, requireNonNull(buyers.get(it.customer()))))
                .toList();
    }

    public long count(Tx tx, Filter filter) {
        var where = filter.where(tx.caller());
        return where.bind(tx.query("SELECT count(*) FROM subscription " + where.sql()))
                .mapTo(Long.class)
                .one();
    }

    public List<Order> orders(Tx tx, SubscriptionId id, Optional<OrderType> type, Page page) {
        var where = orderFilter(tx.caller(), id, type);
        return where.bind(tx.query(OrderStore.WHOLE
                        + where.sql()
                        + " ORDER BY orders.created_at %1$s, orders.id %1$s LIMIT :limit OFFSET :offset"
                                .formatted(page.ordering().direction())))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> OrderStore.order(row))
                .list();
    }

    public long countOrders(Tx tx, SubscriptionId id, Optional<OrderType> type) {
        var where = orderFilter(tx.caller(), id, type);
        return where.bind(tx.query("SELECT count(*) FROM orders " + where.sql()))
                .mapTo(Long.class)
                .one();
    }

    private static Where orderFilter(Caller caller, SubscriptionId id, Optional<OrderType> type) {
        return Where.seller("orders.seller_id", caller.seller().value())
                .and("orders.subscription_id = :subscription", "subscription", Optional.of(id.value()))
                .and("orders.order_type = :type", "type", type.map(Enum::name));
    }

    /// The units of bricks, which are words of the catalogue and no part of a contract.
    public Map<UUID, String> units(Tx tx, List<UUID> bricks) {
        var units = new HashMap<UUID, String>();
        if (bricks.isEmpty()) return units;
        tx.query("""
                SELECT id, unit
                FROM brick
                WHERE seller_id = :seller AND unit IS NOT NULL AND id = ANY (:ids::uuid[])
                """)
                .bind("ids", IdList.of(bricks))
                .map((row, _) -> units.put(Columns.uuid(row, "id"), Columns.text(row, "unit")))
                .list();
        return units;
    }
}
