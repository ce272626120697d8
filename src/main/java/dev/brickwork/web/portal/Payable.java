package dev.brickwork.web.portal;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.platform.SellerId;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.sellers.Address;
import dev.brickwork.sellers.BankAccount;
import dev.brickwork.sellers.PaymentMethodsConfig;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;

/// An invoice with the data that its payment page shows.
///
/// @param issuedOn absent before it is issued, when it has no page
/// @param entity the legal name of the issuer
/// @param address where the issuer takes checks
/// @param bankAccount where the issuer takes transfers today, also when the invoice was printed with another
/// @param processing the amount of payments that are under way
/// @param locale the payer's language
/// @param isTakingPayments whether a processor is connected that can take payments
/// @param isFormOpen whether a payer has opened the processor's form
record Payable(
        SellerId seller,
        InvoiceId id,
        String number,
        Currency currency,
        Zone zone,
        Optional<LocalDate> issuedOn,
        LocalDate dueOn,
        InvoiceStatus.Facts facts,
        long processing,
        String entity,
        Optional<Address> address,
        Optional<BankAccount> bankAccount,
        Locale locale,
        PaymentMethodsConfig methods,
        boolean isTakingPayments,
        boolean isFormOpen) {
    InvoiceStatus status(Instant now) {
        return InvoiceStatus.of(facts, zone.dateOf(now));
    }

    PayState state(Instant now) {
        return PayState.of(status(now), processing);
    }

    Money remaining() {
        return new Money(facts.remaining(), currency);
    }

    Money total() {
        return new Money(facts.total(), currency);
    }

    boolean isByCard() {
        return isTakingPayments && methods.paywallCreditCard();
    }

    /// Bank debits exist in US dollars only.
    boolean isByBankDebit() {
        return isTakingPayments && methods.paywallAch() && currency == Currency.USD;
    }
}
