package dev.brickwork.sellers;

import dev.brickwork.platform.Picture;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Change;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.money.Currency;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Changes a seller's settings: what was sent replaces, what was not stays. The mode never changes.
final class ChangeSettings {
    private static final int LOGO_LENGTH_MAX = 256 * 1024;
    static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9][A-Za-z0-9/_-]{0,19}|");

    private final SellerStore sellers;
    private final LegalEntityStore entities;

    ChangeSettings(SellerStore sellers, LegalEntityStore entities) {
        this.sellers = sellers;
        this.entities = entities;
    }

    Seller run(Tx tx, Request request) {
        var before = sellers.lock(tx).orElseThrow(() -> Refusal.notFound("seller"));
        request.requireVersion(before.version());
        var fields = request.fields();
        var after = read(fields, before);
        fields.check();
        if (after.equals(before)) return before;
        sellers.update(tx, after);
        var entity = entities.lockStandard(tx);
        var following = entity.following(before, after);
        if (!following.equals(entity)) entities.update(tx, entity, following);
        return sellers.find(tx, before.id()).orElseThrow();
    }

    private static Seller read(Fields fields, Seller before) {
        fields.text("mode")
                .filter(mode -> !mode.equals(before.mode().wire()))
                .ifPresent(_ -> fields.fault("mode", "The mode of a seller cannot be changed."));
        var currencies = fields.changeable(
                        "enabled_currencies", name -> fields.eachOnce(name, Currency.COUNT, Fields::currency))
                .orElse(before.currencies());
        var currency = fields.changeable("currency", fields::currency).orElse(before.currency());
        if (!currencies.contains(currency))
            fields.fault("enabled_currencies", "Must hold the default currency " + currency + ".");
        return new Seller(
                before.id(),
                fields.changeable("name", name -> fields.filledText(name, Seller.NAME_LENGTH_MAX))
                        .orElse(before.name()),
                fields.change("legal_name", name -> fields.filledText(name, Seller.NAME_LENGTH_MAX))
                        .over(before.legalName()),
                address(fields).over(before.address()),
                fields.change("tax_id", name -> fields.filledText(name, Seller.NAME_LENGTH_MAX))
                        .over(before.taxId()),
                before.mode(),
                currency,
                List.copyOf(new LinkedHashSet<>(currencies)),
                fields.changeable("time_zone", fields::zone).orElse(before.timeZone()),
                fields.changeable("payment_terms", name -> fields.integer(name, 0, 999))
                        .orElse(before.paymentTermsDays()),
                fields.change("first_charge_date", name -> fields.oneOf(name, FirstCharge.values()))
                        .over(before.firstCharge(), FirstCharge.CHECKOUT_DATE),
                fields.change("muted_before", fields::date).over(before.mutedBefore()),
                fields.changeable("invoice_number_prefix", name -> prefix(fields, name))
                        .orElse(before.invoiceNumberPrefix()),
                fields.object("accepted_payment_methods_config")
                        .map(before.paymentMethods()::changed)
                        .orElse(before.paymentMethods()),
                fields.changeable("automatic_retries", fields::flag).orElse(before.isRetryingCharges()),
                fields.changeable("reminders", fields::flag).orElse(before.isReminding()),
                fields.change("invoice_email_from", fields::email).over(before.invoiceEmailFrom()),
                logo(fields).over(before.logo()),
                before.createdAt(),
                before.version());
    }

    static Change<Address> address(Fields fields) {
        return fields.change("address", name -> fields.object(name).map(Address::read));
    }

    static Optional<String> prefix(Fields fields, String name) {
        return fields.matching(name, PREFIX, "Up to 20 letters, digits, '/', '_' or '-'.");
    }

    /// Looked at now, because every paper and every mail prints it: one that cannot be drawn would keep them all back.
    private static Change<String> logo(Fields fields) {
        return fields.change("logo", name -> {
            var text = fields.text(name, LOGO_LENGTH_MAX);
            if (text.isPresent() && Picture.at(text.get()).isEmpty()) {
                fields.fault(name, "Must be a PNG or JPEG of up to 20 million pixels as a data: address.");
            }
            return text;
        });
    }
}
