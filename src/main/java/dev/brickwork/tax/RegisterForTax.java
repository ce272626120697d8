package dev.brickwork.tax;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import dev.brickwork.sellers.Address;
import dev.brickwork.sellers.LegalEntity;
import dev.brickwork.sellers.Sellers;
import java.util.Optional;

/// Says where the seller collects tax from now on.
final class RegisterForTax {
    static final int REGION_LENGTH_MAX = 16;
    private static final int TAX_ID_LENGTH_MAX = 64;
    private static final int REGISTRATION_COUNT_MAX = 1_000;

    private final TaxStore store;
    private final Sellers sellers;

    RegisterForTax(TaxStore store, Sellers sellers) {
        this.store = store;
        this.sellers = sellers;
    }

    TaxRegistration run(Tx tx, Request request) {
        var caller = request.caller();
        var fields = request.fields();
        var entity = sellers.named(tx, fields).map(LegalEntity::id);
        var registration = new TaxRegistration(
                Ids.next(),
                fields.require("country", name -> Address.country(fields, name)).orElse(""),
                fields.filledText("region", REGION_LENGTH_MAX),
                fields.filledText("tax_id", TAX_ID_LENGTH_MAX),
                entity,
                validity(fields),
                Optional.empty(),
                caller.now());
        if (store.registrations(tx).size() >= REGISTRATION_COUNT_MAX) {
            fields.fault("country", "A seller has at most %d registrations.".formatted(REGISTRATION_COUNT_MAX));
        }
        fields.check();
        store.insert(tx, registration);
        return registration;
    }

    static Validity validity(Fields fields) {
        var validity = new Validity(fields.date("valid_from"), fields.date("valid_to"));
        if (validity.to().flatMap(to -> validity.from().filter(to::isBefore)).isPresent()) {
            fields.fault("valid_to", "Must not lie before valid_from.");
        }
        return validity;
    }
}
