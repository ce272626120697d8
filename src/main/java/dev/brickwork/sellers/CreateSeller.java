package dev.brickwork.sellers;

import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.sellers.keys.Keys;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Creates a tenant: the seller, its default legal entity and its first key, in one transaction.
public final class CreateSeller {
    private final SellerStore sellers;
    private final LegalEntityStore entities;
    private final Keys keys;

    CreateSeller(SellerStore sellers, LegalEntityStore entities, Keys keys) {
        this.sellers = sellers;
        this.entities = entities;
        this.keys = keys;
    }

    /// The operator's settings for a new seller; the seller changes all others itself.
    public record Input(
            String name,
            Mode mode,
            Zone timeZone,
            Currency currency,
            Optional<String> legalName,
            Optional<Address> address,
            Optional<String> taxId) {
        /// Takes the defaults of `POST /sellers` for absent fields.
        public static Input of(String name, Mode mode) {
            return new Input(name, mode, Zone.UTC, Currency.USD, Optional.empty(), Optional.empty(), Optional.empty());
        }
    }

    public record Created(Seller seller, String apiKey) {}

    /// The standard currencies, and the default currency where it is another.
    private static List<Currency> enabled(Currency standard) {
        return Stream.concat(Currency.STANDARD.stream(), Stream.of(standard))
                .distinct()
                .toList();
    }

    public Created run(Tx tx, Input wish) {
        var seller = new Seller(
                new SellerId(Ids.next()),
                wish.name,
                wish.legalName,
                wish.address,
                wish.taxId,
                wish.mode,
                wish.currency,
                enabled(wish.currency),
                wish.timeZone,
                Seller.PAYMENT_TERMS_DAYS_DEFAULT,
                FirstCharge.CHECKOUT_DATE,
                Optional.empty(),
                "",
                PaymentMethodsConfig.STANDARD,
                true,
                true,
                Optional.empty(),
                Optional.empty(),
                tx.now(),
                1);
        sellers.insert(tx, seller);
        var asSeller = new Caller(seller.id(), tx.caller().actor(), tx.caller().requestId(), tx.now());
        entities.insert(
                tx.as(asSeller),
                new LegalEntity(
                        new LegalEntityId(Ids.next()),
                        seller.issuerName(),
                        wish.address,
                        wish.taxId,
                        Optional.empty(),
                        "",
                        true,
                        tx.now(),
                        1));
        return new Created(seller, keys.issueFirst(tx.as(asSeller), seller.mode() == Mode.TEST));
    }
}
