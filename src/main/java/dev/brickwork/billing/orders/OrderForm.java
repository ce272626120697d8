package dev.brickwork.billing.orders;

import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Signature;
import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Person;
import dev.brickwork.ids.OrderId;
import dev.brickwork.pricing.Estimate;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.sellers.LegalEntity;
import dev.brickwork.sellers.PaymentMethodsConfig;
import dev.brickwork.sellers.Seller;
import java.util.List;
import java.util.Optional;

/// All that an order form shows, on calendar dates.
///
/// @param paymentTermsDays those of its phases, one after the other
/// @param methods the ways to agree and to pay that the order offers
public record OrderForm(
        OrderId order,
        OrderType type,
        Seller seller,
        LegalEntity entity,
        Customer customer,
        Customer billed,
        Estimate estimate,
        String planName,
        int contractMonths,
        List<Integer> paymentTermsDays,
        PaymentMethodsConfig methods,
        boolean isRenewing,
        int renewalMonths,
        Optional<Percent> uplift,
        List<String> invoiceEmails,
        Optional<String> purchaseOrder,
        Optional<Person> signatory,
        Optional<String> html,
        Optional<Signature> customerSignature,
        Optional<Signature> sellerSignature,
        Zone zone) {
    public OrderForm {
        paymentTermsDays = List.copyOf(paymentTermsDays);
        invoiceEmails = List.copyOf(invoiceEmails);
    }
}
