package dev.brickwork.web.portal;

import dev.brickwork.invoices.InvoiceId;
import dev.brickwork.invoices.InvoiceStatus;
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

/// An invoice as its payment page needs it.
///
/// @param issuedOn absent before it is issued, when it has no page
/// @param entity the legal name of who issued it
/// @param address where it takes checks
/// @param bankAccount where it takes transfers today, whatever the invoice was printed with
/// @param processing what is being charged at this moment
/// @param locale the payer's language
/// @param isTakingPayments whether a processor is connected that can take payments
/// @param isFormOpen whether somebody began to pay at the processor's form
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
