package dev.brickwork.billing.orders;

import dev.brickwork.billing.estimate.EstimateJson;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.FormLinks;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.TermsJson;
import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Upgrade;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Orders and subscriptions on the wire, in answers and in events.
final class OrderJson {
    private final Customers customers;
    private final FormLinks links;

    OrderJson(Customers customers, FormLinks links) {
        this.customers = customers;
        this.links = links;
    }

    /// The result of creating an order.
    void result(JsonWriter out, Order order, ServiceClock clock) {
        var dates = clock.calendar(order.quoted().dates());
        out.put("order_id", order.id().value())
                .put("contract_value", order.value().withCode())
                .put("pdf_url", links.url(order))
                .put("starts_at", dates.start())
                .put("ends_at", WireDates.lastDay(dates))
                .put("order_type", order.type());
    }

    /// An order with all that was said about it.
    ///
    /// @param clock of its term: the dates are those on which service takes place (rule K-02)
    Consumer<JsonWriter> fields(Order order, ServiceClock clock) {
        return out -> {
            var dates = clock.calendar(order.quoted().dates());
            out.put("order_id", order.id().value())
                    .put("subscription_id", order.subscription().value())
                    .put("order_type", order.type())
                    .put("stage", order.stage())
                    .put("starts_at", dates.start())
                    .put("ends_at", WireDates.lastDay(dates));
            content(out, order, clock);
            said(out, order);
            out.put("currency", order.origin().currency())
                    .put("plan_version", order.quoted().plan().number())
                    .put("contract_value", order.value().withCode())
                    .put("pdf_url", links.url(order))
                    .put("created_at", order.origin().createdAt())
                    .put("closed_at", order.life().closedAt())
                    .put("signed_at", order.signed().map(Order.Signed::at));
        };
    }

    void order(JsonWriter json, Order order, ServiceClock clock) {
        json.object(fields(order, clock));
    }

    private static void content(JsonWriter out, Order order, ServiceClock clock) {
        if (order.type() == OrderType.UPGRADE) {
            var upgrade = TermsJson.upgrade(order.terms());
            var base = TermsJson.terms(order.origin().baseTerms().orElseThrow());
            var phase = base.phaseOn(upgrade.startsOn());
            var plan = upgrade.plan().or(order.origin()::keptPlan).orElse(phase.plan());
            out.putNull("contract_length")
                    .put("billing_frequency", base.frequency())
                    .put("plan_id", plan.planId())
                    .put("plan_name", plan.name())
                    .putEach("bricks", upgrade.bricks(), OrderJson::brick)
                    .putEach("phases", phases(base, upgrade), (each, its) -> phase(each, base, its, clock))
                    .putTexts(
                            "discount_coupons",
                            upgrade.coupon()
                                    .map(coupon -> List.of(coupon.code()))
                                    .orElse(List.of()))
                    .put("payment_terms", order.ownPaymentTermsDays().orElse(phase.paymentTermsDays()));
            return;
        }
        var terms = TermsJson.terms(order.terms());
        var first = terms.phases().getFirst();
        out.put("contract_length", terms.months())
                .put("billing_frequency", terms.frequency())
                .put("plan_id", first.plan().planId())
                .put("plan_name", first.plan().name())
                .putEach("bricks", terms.isPhased() ? List.<BrickTerms>of() : first.bricks(), OrderJson::brick)
                .putEach(
                        "phases",
                        terms.isPhased() ? terms.phases() : List.<PhaseTerms>of(),
                        (each, phase) -> phase(each, terms, phase, clock))
                .putTexts("discount_coupons", coupons(first))
                .put("payment_terms", first.paymentTermsDays());
    }

    /// Those of the running order for which an upgrade names bricks of their own (rule F-05).
    private static List<PhaseTerms> phases(Terms base, Upgrade upgrade) {
        return base.phases().stream()
                .filter(phase -> upgrade.bricksByPhase().containsKey(phase.position()))
                .map(phase -> phase.with(upgrade.bricksByPhase().getOrDefault(phase.position(), List.of())))
                .toList();
    }

    private static void said(JsonWriter out, Order order) {
        var fields = order.fields();
        var agreed = OrderSettings.read(fields, OrderSettings.NOTHING);
        agreed.write(out);
        out.put("point_of_contact_id", agreed.pointOfContact())
                .put("signatory_user_id", agreed.signatory())
                .put("first_charge_date", agreed.firstCharge())
                .put("customer_id", fields.uuid("customer_id"))
                .put("billed_company_id", fields.uuid("billed_company_id"))
                .put("legal_entity_id", fields.uuid("legal_entity_id"))
                .put("trial_days", fields.integer("trial_days", 1, Integer.MAX_VALUE))
                .put("adjustment_credit", fields.longInteger("adjustment_credit", 0, Long.MAX_VALUE))
                .put(
                        "adjustment_credit_label",
                        order.type() == OrderType.RECAST
                                ? Optional.of(ContractTerm.creditLabel(order))
                                : Optional.empty());
    }

    static void brick(JsonWriter json, BrickTerms brick) {
        json.object(out -> {
            out.put("brick_id", brick.id().value())
                    .put("brick_name", brick.name())
                    .put("brick_code", brick.code())
                    .putNumber("quantity", brick.quantity().value())
                    .put("is_unlimited", brick.isUnlimited());
            EstimateJson.discounts(out, brick.discounts());
        });
    }

    static void phase(JsonWriter json, Terms terms, PhaseTerms phase, ServiceClock clock) {
        var dates = clock.calendar(terms.term(phase));
        json.object(out -> out.put("phase_position", phase.position())
                .put("name", phase.name())
                .put("starts_at", dates.start())
                .put("ends_at", WireDates.lastDay(dates))
                .put("contract_length", phase.months())
                .put("plan_id", phase.plan().planId())
                .put("payment_terms", phase.paymentTermsDays())
                .putTexts("discount_coupons", coupons(phase))
                .putEach("bricks", phase.bricks(), OrderJson::brick));
    }

    private static List<String> coupons(PhaseTerms phase) {
        return phase.coupon().map(coupon -> List.of(coupon.code())).orElse(List.of());
    }

    /// A subscription as lists and events show it.
    Consumer<JsonWriter> summary(Tx tx, Subscription subscription) {
        var customer =
                customers.find(tx, new CustomerId(subscription.customer())).orElseThrow();
        return out -> summary(out, subscription, customer);
    }

    static void summary(JsonWriter out, Subscription subscription, Customer customer) {
        boolean renews = subscription.isRenewing() && !subscription.isTrial();
        out.put("subscription_id", subscription.id().value())
                .put("name", subscription.planName())
                .put("customer_id", subscription.customer())
                .put("customer_name", customer.name())
                .put("billed_company_id", subscription.billedCompany())
                .put("status", subscription.status())
                .put("stage", subscription.stage())
                .put("plan_id", subscription.planId())
                .put("plan_name", subscription.planName())
                .put("starts_at", subscription.startsOn())
                .put("ends_at", WireDates.lastDay(subscription.endsOn()))
                .put("renews_at", renews ? Optional.of(subscription.endsOn()) : Optional.empty())
                .put("terminates_at", subscription.termination().map(Subscription.Termination::on))
                .put("billing_frequency", subscription.frequency())
                .put("currency", subscription.currency())
                .put("auto_renews", subscription.agreed().isRenewing())
                .put("time_zone", subscription.zone().id().getId())
                .put("metadata", subscription.agreed().metadata().value())
                .put("created_at", subscription.createdAt());
    }
}
