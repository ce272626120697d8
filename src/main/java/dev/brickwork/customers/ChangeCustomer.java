package dev.brickwork.customers;

import dev.brickwork.ids.CustomerId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Metadata;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.sellers.Address;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Changes a customer: what was sent replaces, null clears, what was not sent stays. Issued invoices keep their
/// copy.
final class ChangeCustomer {
    static final int NAME_LENGTH_MAX = 255;
    private static final int TAX_ID_LENGTH_MAX = 64;
    private static final int LOCALE_LENGTH_MAX = 35;
    private static final Set<String> LANGUAGES = Set.of(Locale.getISOLanguages());
    private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

    private final CustomerStore customers;
    private final CustomerView view;
    private final Outbox outbox;

    ChangeCustomer(CustomerStore customers, CustomerView view, Outbox outbox) {
        this.customers = customers;
        this.view = view;
        this.outbox = outbox;
    }

    Customer run(Tx tx, Request request, CustomerId id) {
        var before = customers.lock(tx, id).orElseThrow(() -> Refusal.notFound("customer"));
        request.requireVersion(before.version());
        if (before.isErased()) throw Customers.erased();
        var fields = request.fields();
        boolean isPartner = fields.changeable("is_partner", fields::flag).orElse(before.isPartner());
        var wanted = read(fields, before, isPartner);
        customers.taken(tx, wanted).forEach(field -> fields.fault(field, CustomerStore.TAKEN));
        fields.check();
        if (wanted.equals(before)) return before; // No change, no event.
        customers.update(tx, wanted);
        var after = customers.find(tx, id).orElseThrow();
        outbox.stage(tx, CustomerEvents.updated(after, view.subscriptions(tx, id)));
        return after;
    }

    /// The fields of the API over what was there; faults are left in `fields`.
    static Customer read(Fields fields, Customer before, boolean isPartner) {
        return new Customer(
                before.id(),
                fields.changeable("name", name -> fields.filledText(name, NAME_LENGTH_MAX))
                        .orElse(before.name()),
                fields.change("legal_name", name -> fields.filledText(name, NAME_LENGTH_MAX))
                        .over(before.legalName()),
                fields.change("external_id", name -> fields.filledText(name, NAME_LENGTH_MAX))
                        .over(before.externalId()),
                fields.change("address", name -> fields.object(name).map(Address::read))
                        .over(before.address()),
                fields.change("tax_id", name -> fields.filledText(name, TAX_ID_LENGTH_MAX))
                        .over(before.taxId()),
                fields.change("time_zone", fields::zone).over(before.timeZone()),
                fields.change("locale", name -> locale(fields, name)).over(before.locale(), Customer.LOCALE_DEFAULT),
                isPartner,
                Metadata.read(fields, "metadata", before.metadata()),
                before.erasedAt(),
                before.createdAt(),
                before.version());
    }

    /// A BCP 47 tag whose language exists, and whose country does where it names one.
    private static Optional<Locale> locale(Fields fields, String name) {
        var tag = fields.text(name, LOCALE_LENGTH_MAX);
        var locale = tag.flatMap(ChangeCustomer::locale);
        if (tag.isPresent() && locale.isEmpty()) {
            fields.fault(name, "Must be a BCP 47 language tag such as en or pt-BR.");
        }
        return locale;
    }

    private static Optional<Locale> locale(String tag) {
        try {
            var locale = new Locale.Builder().setLanguageTag(tag).build();
            var isLanguage = locale.getLanguage().length() == 2
                    ? LANGUAGES.contains(locale.getLanguage())
                    : locale.getLanguage().length() == 3; // Too many to list; well-formed is all we can say.
            var isCountry = locale.getCountry().length() != 2 || COUNTRIES.contains(locale.getCountry());
            return isLanguage && isCountry ? Optional.of(locale) : Optional.empty();
        } catch (IllformedLocaleException noTag) {
            return Optional.empty();
        }
    }
}
