package dev.brickwork.billing.orders;

import dev.brickwork.billing.estimate.EstimateJson;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.contracts.PauseRecord;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Person;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.Estimate;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;

/// A subscription with everything that its term holds.
final class SubscriptionJson {
    private SubscriptionJson() {}

    /// Data that the answer needs besides the agreement.
    record Surroundings(
            Customer customer,
            Optional<Person> contact,
            Optional<Person> signatory,
            FirstCharge firstCharge,
            int paymentTermsDays,
            Estimate estimate) {}

    static void subscription(JsonWriter json, ContractTerm agreement, Surroundings around) {
        var subscription = agreement.subscription();
        json.object(out -> {
            OrderJson.summary(out, subscription, around.customer);
            EstimateJson.sums(out, around.estimate);
            out.putObject(
                    "customer",
                    customer -> customer.put("customer_id", around.customer.id().value())
                            .put("name", around.customer.name())
                            .put("external_id", around.customer.externalId()));
            out.put("order_id", agreement.termId().value())
                    .put("order_type", agreement.base().type())
                    .put("contract_length", agreement.terms().months())
                    .put("payment_terms", around.paymentTermsDays)
                    .put("first_charge_date", around.firstCharge)
                    .put("legal_entity_id", subscription.entity().value())
                    .put("migrated", subscription.isMigrated())
                    .put("trial_days", agreement.isTrial() ? Optional.of(trialDays(agreement)) : Optional.empty())
                    .putObject("point_of_contact", around.contact, (it, person) -> person.write(it))
                    .putObject("signatory_user", around.signatory, (it, person) -> person.write(it));
            agreed(out, subscription.agreed());
            out.putEach(
                            "pauses",
                            agreement.pauses(),
                            (each, pause) -> each.object(it -> pause(it, subscription, pause)))
                    .putTexts(
                            "discount_coupons",
                            around.estimate.couponCode().stream().toList());
        });
    }

    private static int trialDays(ContractTerm agreement) {
        return Math.toIntExact(agreement.base().endsOn().toEpochDay()
                - agreement.base().startsOn().toEpochDay());
    }

    /// Those that the summary does not have already.
    private static void agreed(JsonWriter out, OrderSettings agreed) {
        out.put("renewal_contract_period", agreed.renewalMonths())
                .put("renewal_uplifted_rate", agreed.uplift().map(Object::toString))
                .putTexts("accounts_payable_emails", agreed.accountsPayableEmails())
                .put("transaction_method", agreed.transactionMethod())
                .put("crm_opportunity_id", agreed.crmOpportunity())
                .put("custom_order_form_html", agreed.orderFormHtml())
                .putObject("purchase_order", agreed.purchaseOrder(), (order, code) -> order.put("code", code))
                .putObject(
                        "accepted_payment_methods_config", agreed.paymentMethods(), (it, methods) -> methods.write(it));
    }

    static void pause(JsonWriter out, Subscription subscription, PauseRecord pause) {
        out.put("subscription_id", subscription.id().value())
                .put("pause_id", pause.id())
                .put("paused_at", moment(pause.pausedOn(), subscription))
                .put("scheduled_resume_at", pause.scheduledResumeOn().map(on -> moment(on, subscription)))
                .put("resumed_at", pause.resumedOn().map(on -> moment(on, subscription)))
                .put(
                        "pause_duration_days",
                        pause.resumedOn()
                                .map(on -> on.toEpochDay() - pause.pausedOn().toEpochDay()))
                .put("ends_at", WireDates.lastDay(subscription.endsOn()));
    }

    private static OffsetDateTime moment(LocalDate date, Subscription subscription) {
        return WireDates.startsAt(Period.day(date), subscription.zone());
    }

    /// A brick that the subscription holds today, with all orders added up.
    static void brick(JsonWriter json, BrickTerms brick, PlanTerms plan, Period term, Optional<String> unit) {
        json.object(out -> {
            out.put("brick_id", brick.id().value())
                    .put("brick_name", brick.name())
                    .put("brick_code", brick.code())
                    .put("brick_type", brick.type())
                    .put("unit", unit)
                    .putNumber("quantity", brick.quantity().value())
                    .put("is_unlimited", brick.isUnlimited())
                    .put("plan_id", plan.planId())
                    .put("plan_name", plan.name())
                    .put("starts_at", term.start())
                    .put("ends_at", WireDates.lastDay(term))
                    .put("pre_commitment_schedule", brick.price().commitment());
            EstimateJson.discounts(out, brick.discounts());
        });
    }
}
