package dev.brickwork.contracts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Metadata;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.contract.Renewal;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.sellers.PaymentMethodsConfig;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// Settings agreed beside the price: contacts, renewal, how to pay. A subscription carries what is current; an
/// order carries what it will change when it closes.
///
/// @param firstCharge absent means the seller's setting (rule S-05)
/// @param paymentTermsDays absent means the seller's setting (rule S-06)
public record OrderSettings(
        boolean isRenewing,
        Optional<Integer> renewalMonths,
        Optional<Percent> uplift,
        Optional<UUID> pointOfContact,
        Optional<UUID> signatory,
        List<String> accountsPayableEmails,
        Optional<String> purchaseOrder,
        Optional<TransactionMethod> transactionMethod,
        Optional<FirstCharge> firstCharge,
        Optional<Integer> paymentTermsDays,
        Optional<PaymentMethodsConfig> paymentMethods,
        Optional<String> crmOpportunity,
        Optional<String> orderFormHtml,
        Metadata metadata) {
    private static final int EMAIL_COUNT_MAX = 50;
    private static final int CODE_LENGTH_MAX = 255;
    private static final int HTML_LENGTH_MAX = 256 * 1024;
    private static final Pattern HTML = Pattern.compile("<html[\\s>]", Pattern.CASE_INSENSITIVE);
    private static final Pattern BODY = Pattern.compile("<body[\\s>]", Pattern.CASE_INSENSITIVE);
    private static final int PAYMENT_TERMS_DAYS_MAX = 999;
    private static final Pattern UPLIFT = Pattern.compile("-?\\d{0,3}(\\.\\d{0,2})?");

    /// The names of the fields, as requests have them.
    public static final List<String> NAMES = List.of(
            "auto_renews",
            "renewal_contract_period",
            "renewal_uplifted_rate",
            "point_of_contact_id",
            "signatory_user_id",
            "accounts_payable_emails",
            "purchase_order",
            "transaction_method",
            "first_charge_date",
            "payment_terms",
            "accepted_payment_methods_config",
            "crm_opportunity_id",
            "custom_order_form_html",
            "metadata");

    /// Fields that can still change when the order is closed.
    public static final List<String> ALWAYS_CHANGEABLE = List.of(
            "auto_renews",
            "renewal_contract_period",
            "renewal_uplifted_rate",
            "point_of_contact_id",
            "signatory_user_id",
            "accounts_payable_emails",
            "purchase_order",
            "metadata");

    public static final OrderSettings NOTHING = new OrderSettings(
            true,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Metadata.NONE);

    public OrderSettings {
        accountsPayableEmails = List.copyOf(accountsPayableEmails);
    }

    /// A copy for other parties: another customer does not take over the contacts, nor another payer the e-mail
    /// addresses and the purchase order.
    public OrderSettings between(Subscription.BillingParties before, Subscription.BillingParties now) {
        boolean isSameCustomer = before.customer().equals(now.customer());
        boolean isSamePayer = before.billedCompany().equals(now.billedCompany());
        return new OrderSettings(
                isRenewing,
                renewalMonths,
                uplift,
                pointOfContact.filter(_ -> isSameCustomer),
                signatory.filter(_ -> isSameCustomer),
                isSamePayer ? accountsPayableEmails : List.of(),
                purchaseOrder.filter(_ -> isSamePayer),
                transactionMethod,
                firstCharge,
                paymentTermsDays,
                paymentMethods,
                crmOpportunity,
                orderFormHtml,
                metadata);
    }

    /// Reads what was sent over what was there: absent keeps, null clears.
    public static OrderSettings read(Fields fields, OrderSettings before) {
        return new OrderSettings(
                fields.change("auto_renews", fields::flag).over(before.isRenewing, true),
                fields.change("renewal_contract_period", name -> fields.integer(name, 1, Terms.MONTHS_MAX))
                        .over(before.renewalMonths),
                isUpliftBlank(fields)
                        ? Optional.empty()
                        : fields.change("renewal_uplifted_rate", name -> uplift(fields, name))
                                .over(before.uplift),
                fields.change("point_of_contact_id", fields::uuid).over(before.pointOfContact),
                fields.change("signatory_user_id", fields::uuid).over(before.signatory),
                fields.change(
                                "accounts_payable_emails",
                                name -> fields.<String>each(name, EMAIL_COUNT_MAX, Fields::email))
                        .over(before.accountsPayableEmails, List.of()),
                fields.change("purchase_order", name -> purchaseOrder(fields, name))
                        .over(before.purchaseOrder),
                fields.change("transaction_method", name -> fields.oneOf(name, TransactionMethod.values()))
                        .over(before.transactionMethod),
                fields.change("first_charge_date", _ -> firstCharge(fields)).over(before.firstCharge),
                fields.change("payment_terms", _ -> paymentTermsDays(fields)).over(before.paymentTermsDays),
                fields.change(
                                "accepted_payment_methods_config",
                                name -> fields.object(name)
                                        .map(before.paymentMethods.orElse(PaymentMethodsConfig.STANDARD)::changed))
                        .over(before.paymentMethods),
                fields.change("crm_opportunity_id", name -> fields.text(name, CODE_LENGTH_MAX))
                        .over(before.crmOpportunity),
                fields.change("custom_order_form_html", name -> htmlDocument(fields, name))
                        .over(before.orderFormHtml),
                Metadata.read(fields, "metadata", before.metadata));
    }

    public static Optional<FirstCharge> firstCharge(Fields fields) {
        return fields.oneOf("first_charge_date", FirstCharge.values());
    }

    public static Optional<Integer> paymentTermsDays(Fields fields) {
        return fields.integer("payment_terms", 0, PAYMENT_TERMS_DAYS_MAX);
    }

    private static Optional<String> htmlDocument(Fields fields, String name) {
        var html = fields.text(name, HTML_LENGTH_MAX);
        boolean isDocument = html.isEmpty()
                || (HTML.matcher(html.get()).find() && BODY.matcher(html.get()).find());
        if (!isDocument) fields.fault(name, "Must be an HTML document with html and body elements.");
        return html;
    }

    /// Invoices bear it, too.
    public static Optional<String> purchaseOrder(Fields fields, String name) {
        return fields.object(name)
                .flatMap(order -> order.require("code", code -> order.filledText(code, CODE_LENGTH_MAX)));
    }

    /// The pattern of the field lets digits be left out: no number is no uplift, as null is.
    private static boolean isUpliftBlank(Fields fields) {
        return fields.json("renewal_uplifted_rate")
                .map(JsonNode::textValue)
                .filter(text -> UPLIFT.matcher(text).matches())
                .filter(text -> text.chars().noneMatch(Character::isDigit))
                .isPresent();
    }

    private static Optional<Percent> uplift(Fields fields, String name) {
        var text =
                fields.matching(name, UPLIFT, "Must be a percentage with up to 3 digits before and 2 after the point.");
        var percent = text.map(it -> new Percent(new BigDecimal(it.endsWith(".") ? it + "0" : it)));
        if (percent.filter(it -> it.compareTo(Renewal.UPLIFT_MIN) < 0).isPresent()) {
            fields.fault(name, "Must not be below -100.");
            return Optional.empty();
        }
        return percent;
    }

    /// The fields as orders show them.
    public void write(JsonWriter json) {
        json.put("auto_renews", isRenewing)
                .put("renewal_contract_period", renewalMonths)
                .put("renewal_uplifted_rate", uplift.map(Percent::toString))
                .putTexts("accounts_payable_emails", accountsPayableEmails)
                .putObject("purchase_order", purchaseOrder, (order, code) -> order.put("code", code))
                .put("transaction_method", transactionMethod)
                .put("crm_opportunity_id", crmOpportunity)
                .put("custom_order_form_html", orderFormHtml)
                .put("metadata", metadata.value())
                .putObject("accepted_payment_methods_config", paymentMethods, (it, methods) -> methods.write(it));
    }
}
