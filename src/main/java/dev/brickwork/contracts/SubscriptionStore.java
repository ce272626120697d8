package dev.brickwork.contracts;

import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Metadata;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.sellers.PaymentMethodsConfig;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.statement.Update;

/// Every statement that writes the subscription table, and its locking reads.
public final class SubscriptionStore {

    public void insert(Tx tx, Subscription subscription) {
        Rows.exactlyOne(
                bound(tx.update("""
                        INSERT INTO subscription (seller_id, id, customer_id, billed_company_id, legal_entity_id, currency,
                            time_zone, status, term_order_id, plan_id, plan_name, stage, is_trial, billing_frequency, starts_on, ends_on, payment_terms,
                            auto_renews, renewal_contract_period, renewal_uplifted_rate, point_of_contact_id,
                            signatory_user_id, accounts_payable_emails, purchase_order, transaction_method,
                            first_charge_date, accepted_payment_methods_config, custom_order_form_html,
                            crm_opportunity_id, metadata, is_migrated, due_at, created_at)
                        VALUES (:seller, :id, :customer, :billed, :entity, :currency, :zone, :status, :term, :plan,
                            :planName, :stage, :trial, :frequency, :startsOn, :endsOn, :paymentTerms, :renews, :renewalMonths, :uplift, :contact,
                            :signatory, :emails::text[], :purchaseOrder, :method, :firstCharge, :paymentMethods::jsonb,
                            :html, :crm, :metadata::jsonb, :migrated, :dueAt, :createdAt)
                        """), subscription)
                        .bind("createdAt", subscription.createdAt())
                        .execute(),
                "new subscription");
    }

    /// Writes everything but what is fixed for life; the version ensures that no other transaction wrote meanwhile.
    public void update(Tx tx, Subscription subscription) {
        Rows.exactlyOne(
                bound(tx.update("""
                        UPDATE subscription
                        SET customer_id = :customer, billed_company_id = :billed, legal_entity_id = :entity,
                            time_zone = :zone, status = :status, term_order_id = :term, plan_id = :plan,
                            plan_name = :planName, stage = :stage, is_trial = :trial, billing_frequency = :frequency, currency = :currency,
                            starts_on = :startsOn, ends_on = :endsOn, payment_terms = :paymentTerms,
                            auto_renews = :renews, renewal_contract_period = :renewalMonths,
                            renewal_uplifted_rate = :uplift, point_of_contact_id = :contact,
                            signatory_user_id = :signatory, accounts_payable_emails = :emails::text[],
                            purchase_order = :purchaseOrder, transaction_method = :method, first_charge_date = :firstCharge,
                            accepted_payment_methods_config = :paymentMethods::jsonb, custom_order_form_html = :html,
                            crm_opportunity_id = :crm, metadata = :metadata::jsonb, is_migrated = :migrated,
                            due_at = :dueAt, terminates_on = :terminatesOn, termination_notes = :notes,
                            is_unused_credited = :credited, inactive_at = :inactiveAt, inactive_reason = :reason,
                            version = version + 1
                        WHERE seller_id = :seller AND id = :id AND version = :version
                        """), subscription)
                        .bind("version", subscription.version())
                        .bind("terminatesOn", subscription.termination().map(Subscription.Termination::on))
                        .bind("notes", subscription.termination().flatMap(Subscription.Termination::notes))
                        .bind(
                                "credited",
                                subscription
                                        .termination()
                                        .filter(Subscription.Termination::isUnusedCredited)
                                        .isPresent())
                        .bind("inactiveAt", subscription.ended().map(Subscription.Ended::at))
                        .bind(
                                "reason",
                                subscription.ended().map(ended -> ended.reason().name()))
                        .execute(),
                "changed subscription");
    }

    /// All of its subscriptions get a new version, by which others learn of it.
    public void forget(Tx tx, UUID customer) {
        tx.update("""
                UPDATE subscription
                SET accounts_payable_emails = '{}', version = version + 1
                WHERE seller_id = :seller AND (customer_id = :customer OR billed_company_id = :customer)
                """).bind("customer", customer).execute(); // as many as there are
    }

    public Optional<Subscription> find(Tx tx, SubscriptionId id) {
        return tx.query("SELECT * FROM subscription WHERE seller_id = :seller AND id = :id")
                .bind("id", id.value())
                .map((row, _) -> subscription(row))
                .findOne();
    }

    public List<Subscription> all(Tx tx, Collection<SubscriptionId> ids) {
        return tx.query("SELECT * FROM subscription WHERE seller_id = :seller AND id = ANY (:ids::uuid[])")
                .bind("ids", IdList.of(ids, SubscriptionId::value))
                .map((row, _) -> subscription(row))
                .list();
    }

    /// The first lock of everything that happens to a subscription.
    public Optional<Subscription> lock(Tx tx, SubscriptionId id) {
        return tx.query("SELECT * FROM subscription WHERE seller_id = :seller AND id = :id FOR NO KEY UPDATE")
                .bind("id", id.value())
                .map((row, _) -> subscription(row))
                .findOne();
    }

    private static Update bound(Update statement, Subscription subscription) {
        var agreed = subscription.agreed();
        return statement
                .bind("id", subscription.id().value())
                .bind("customer", subscription.customer())
                .bind("billed", subscription.billedCompany())
                .bind("entity", subscription.entity().value())
                .bind("zone", subscription.zone().id().getId())
                .bind("status", subscription.status().name())
                .bind("term", subscription.term().value())
                .bind("plan", subscription.planId())
                .bind("planName", subscription.planName())
                .bind("stage", subscription.stage().name())
                .bind("trial", subscription.isTrial())
                .bind("frequency", subscription.frequency().name())
                .bind("currency", subscription.currency().code())
                .bind("startsOn", subscription.startsOn())
                .bind("endsOn", subscription.endsOn())
                .bind("migrated", subscription.isMigrated())
                .bind("dueAt", subscription.dueAt())
                .bind("paymentTerms", agreed.paymentTermsDays())
                .bind("renews", agreed.isRenewing())
                .bind("renewalMonths", agreed.renewalMonths())
                .bind("uplift", agreed.uplift().map(Percent::value))
                .bind("contact", agreed.pointOfContact())
                .bind("signatory", agreed.signatory())
                .bind("emails", agreed.accountsPayableEmails().toArray(String[]::new))
                .bind("purchaseOrder", agreed.purchaseOrder())
                .bind("method", agreed.transactionMethod().map(Enum::name))
                .bind("firstCharge", agreed.firstCharge().map(Enum::name))
                .bind("paymentMethods", agreed.paymentMethods().map(PaymentMethodsConfig::json))
                .bind("html", agreed.orderFormHtml())
                .bind("crm", agreed.crmOpportunity())
                .bind("metadata", agreed.metadata().json());
    }

    public static Subscription subscription(ResultSet row) throws SQLException {
        return new Subscription(
                new SubscriptionId(Columns.uuid(row, "id")),
                new Subscription.BillingParties(
                        Columns.uuid(row, "customer_id"),
                        Columns.uuid(row, "billed_company_id"),
                        new LegalEntityId(Columns.uuid(row, "legal_entity_id"))),
                Columns.currency(row, "currency"),
                Columns.zone(row, "time_zone"),
                Columns.flag(row, "is_migrated"),
                new Subscription.Run(
                        new OrderId(Columns.uuid(row, "term_order_id")),
                        Columns.uuid(row, "plan_id"),
                        Columns.text(row, "plan_name"),
                        OrderStage.valueOf(Columns.text(row, "stage")),
                        Columns.flag(row, "is_trial"),
                        BillingFrequency.valueOf(Columns.text(row, "billing_frequency")),
                        Columns.date(row, "starts_on"),
                        Columns.date(row, "ends_on")),
                agreed(row),
                new Subscription.Life(
                        SubscriptionStatus.valueOf(Columns.text(row, "status")),
                        termination(row),
                        ended(row),
                        Columns.maybeInstant(row, "due_at")),
                Columns.instant(row, "created_at"),
                Columns.number(row, "version"));
    }

    private static Optional<Subscription.Termination> termination(ResultSet row) throws SQLException {
        var on = Columns.maybeDate(row, "terminates_on");
        if (on.isEmpty()) return Optional.empty();
        return Optional.of(new Subscription.Termination(
                on.get(), Columns.maybeText(row, "termination_notes"), Columns.flag(row, "is_unused_credited")));
    }

    private static Optional<Subscription.Ended> ended(ResultSet row) throws SQLException {
        var at = Columns.maybeInstant(row, "inactive_at");
        if (at.isEmpty()) return Optional.empty();
        return Optional.of(
                new Subscription.Ended(at.get(), InactiveReason.valueOf(Columns.text(row, "inactive_reason"))));
    }

    private static OrderSettings agreed(ResultSet row) throws SQLException {
        return new OrderSettings(
                Columns.flag(row, "auto_renews"),
                Columns.maybeCount(row, "renewal_contract_period"),
                Columns.maybeDecimal(row, "renewal_uplifted_rate").map(Percent::new),
                Columns.maybeUuid(row, "point_of_contact_id"),
                Columns.maybeUuid(row, "signatory_user_id"),
                Columns.texts(row, "accounts_payable_emails"),
                Columns.maybeText(row, "purchase_order"),
                Columns.maybeText(row, "transaction_method").map(TransactionMethod::valueOf),
                Columns.maybeText(row, "first_charge_date").map(FirstCharge::valueOf),
                Columns.maybeCount(row, "payment_terms"),
                Columns.maybeText(row, "accepted_payment_methods_config").map(PaymentMethodsConfig::stored),
                Columns.maybeText(row, "crm_opportunity_id"),
                Columns.maybeText(row, "custom_order_form_html"),
                Metadata.stored(Columns.text(row, "metadata")));
    }
}
