package dev.brickwork.sellers;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// A tenant and its settings.
///
/// @param mutedBefore the cut-over date of a migration: what bills before it is muted
public record Seller(
        SellerId id,
        String name,
        Optional<String> legalName,
        Optional<Address> address,
        Optional<String> taxId,
        Mode mode,
        Currency currency,
        List<Currency> currencies,
        Zone timeZone,
        int paymentTermsDays,
        FirstCharge firstCharge,
        Optional<LocalDate> mutedBefore,
        String invoiceNumberPrefix,
        PaymentMethodsConfig paymentMethods,
        boolean isRetryingCharges,
        boolean isReminding,
        Optional<String> invoiceEmailFrom,
        Optional<String> logo,
        Instant createdAt,
        long version) {
    public static final int NAME_LENGTH_MAX = 255;
    public static final int PAYMENT_TERMS_DAYS_DEFAULT = 30;

    public Seller {
        currencies = List.copyOf(currencies);
    }

    /// The currency of a contract or an invoice: the one that a request names, which must be enabled (rule C-02).
    public Currency currencyOf(Fields fields, Currency otherwise) {
        var named = fields.currency("currency").orElse(otherwise);
        if (!currencies.contains(named)) fields.fault("currency", notEnabled(named));
        return named;
    }

    /// The currency of a price or of credit, which may be laid down for one of the standard currencies before it is
    /// enabled or after it was.
    public Optional<Currency> currency(Fields fields, String name) {
        var named = fields.currency(name);
        named.filter(currency -> !currencies.contains(currency) && !Currency.STANDARD.contains(currency))
                .ifPresent(currency -> fields.fault(name, notEnabled(currency)));
        return named;
    }

    private String notEnabled(Currency currency) {
        return "Currency %s is not enabled for this seller; enabled: %s. Send one of these, or enable it in enabled_currencies of PATCH /seller."
                .formatted(currency, Currency.listed(currencies));
    }

    /// The name that stands on its invoices unless its legal entity has one of its own.
    String issuerName() {
        return legalName.orElse(name);
    }
}
