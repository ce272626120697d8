package dev.brickwork.invoicing.scheduled;

import dev.brickwork.contracts.Subscription;
import java.util.List;
import java.util.Optional;

/// Billing references agreed with a payer and shown on its invoices: mail addresses and purchase order.
public record References(List<String> emails, Optional<String> purchaseOrder) {
    static final References NONE = new References(List.of(), Optional.empty());

    public References {
        emails = List.copyOf(emails);
    }

    public static References of(Subscription subscription) {
        var agreed = subscription.agreed();
        return new References(agreed.accountsPayableEmails(), agreed.purchaseOrder());
    }

    boolean isEmpty() {
        return emails.isEmpty() && purchaseOrder.isEmpty();
    }
}
