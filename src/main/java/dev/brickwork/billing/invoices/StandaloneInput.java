package dev.brickwork.billing.invoices;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Customers;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.scheduled.Standalone;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Metadata;
import dev.brickwork.platform.http.Request;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.sellers.Sellers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// Reads the body of `POST /invoices`: every fault at once, with its path.
public final class StandaloneInput {
    private static final int LINE_COUNT_MAX = 200;
    private static final int EMAIL_COUNT_MAX = 50;
    private static final int MEMO_LENGTH_MAX = 2000;
    private static final int CATEGORY_LENGTH_MAX = 64;
    private static final BigDecimal QUANTITY_MAX = new BigDecimal("100000000000000");

    private final Sellers sellers;
    private final Customers customers;

    public StandaloneInput(BillingDependencies modules) {
        this.sellers = modules.sellers();
        this.customers = modules.customers();
    }

    /// A day, or a moment, which is turned into its day in the zone of the invoice.
    private static Optional<LocalDate> day(Fields fields, String name, Zone zone) {
        return fields.from(name, zone).map(zone::dateOf);
    }

    Standalone read(Tx tx, Request request) {
        var caller = request.caller();
        var fields = request.fields();
        var seller = sellers.get(tx, caller.seller());
        var customer = fields.require("customer_id", name -> customers.lockNamed(tx, fields, name));
        var billed = customers.lockPayer(tx, fields, customer);
        var issuer = sellers.named(tx, fields).orElseGet(() -> sellers.defaultEntity(tx));
        var currency = seller.currencyOf(fields, seller.currency());
        var zone = billed.flatMap(Customer::timeZone).orElse(seller.timeZone());
        var today = zone.dateOf(caller.now());
        var issueOn = day(fields, "issued_at", zone).orElse(today);
        if (issueOn.isBefore(today)) fields.fault("issued_at", "Must be today or later.");
        var dueOn = day(fields, "due_at", zone);
        if (dueOn.filter(issueOn::isAfter).isPresent()) fields.fault("due_at", "Must not be before the day of issue.");
        var lines = fields.require(
                "line_items", name -> fields.objects(name, LINE_COUNT_MAX, line -> line(line, currency, issueOn)));
        if (lines.filter(List::isEmpty).isPresent()) fields.fault("line_items", "Must hold at least one line.");
        var memo = fields.note("memo", MEMO_LENGTH_MAX);
        var order = OrderSettings.purchaseOrder(fields, "purchase_order");
        var emails = fields.each("accounts_payable_emails", EMAIL_COUNT_MAX, Fields::email)
                .orElse(List.of());
        var isMailed = fields.flag("send").orElse(true);
        var metadata = Metadata.read(fields, "metadata");
        fields.check();
        return new Standalone(
                customer.orElseThrow(),
                billed.orElseThrow(),
                issuer,
                currency,
                zone,
                lines.orElseThrow(),
                issueOn,
                dueOn,
                seller.paymentTermsDays(),
                order,
                memo,
                emails,
                isMailed,
                false,
                metadata.json());
    }

    private static Billable line(Fields fields, Currency currency, LocalDate issueOn) {
        var name = fields.require("description", it -> fields.filledText(it, Fields.TEXT_LENGTH_MAX));
        var quantity = fields.number("quantity").orElse(BigDecimal.ONE);
        if (quantity.signum() <= 0 || quantity.compareTo(QUANTITY_MAX) >= 0) {
            fields.fault("quantity", "Must be above 0 and below 100000000000000.");
        }
        var price =
                fields.require("unit_price", it -> fields.decimal(it, 14, 6)).orElse(BigDecimal.ZERO);
        if (price.signum() < 0) fields.fault("unit_price", "Must not be negative.");
        var category = fields.filledText("tax_category", CATEGORY_LENGTH_MAX).orElse("standard");
        var first = fields.date("starts_at").orElse(issueOn);
        var last = fields.date("ends_at").orElse(first);
        if (last.isBefore(first)) fields.fault("ends_at", "Must not be before starts_at.");
        var dates = last.isBefore(first) ? Period.day(first) : WireDates.period(first, last);
        return new Billable(
                Billable.Kind.STANDALONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                name.orElse(""),
                Optional.empty(),
                quantity,
                dates,
                gross(fields, price, quantity, currency),
                0,
                category,
                "{\"unit_price\":\"%s\"}".formatted(price.toPlainString()));
    }

    /// Rounded once, as the total of a line (R1).
    private static long gross(Fields fields, BigDecimal price, BigDecimal quantity, Currency currency) {
        var minor = price.multiply(quantity).movePointRight(currency.exponent()).setScale(0, RoundingMode.HALF_UP);
        if (minor.abs().compareTo(BigDecimal.valueOf(Money.MINOR_MAX)) > 0) {
            fields.fault("unit_price", "The line comes to more than can be billed.");
            return 0;
        }
        return minor.longValueExact();
    }
}
