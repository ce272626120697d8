package dev.brickwork.payments.processor;

import dev.brickwork.pricing.money.Money;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The sandbox processor's own memory of one seller's account. It stands for a company on the other side of a wire,
/// so each call is a transaction of its own, durable when it returns, and seen by every process; it never joins ours.
public interface SandboxBook {
    /// A script's method in the hands of a customer.
    record Held(String customerId, String methodId, Instant since) {}

    /// `isPresent` is whether the holder paid at the form. Before `settlesAt` the charge is processing.
    record Entry(
            UUID paymentId,
            String customerId,
            String methodId,
            Money amount,
            boolean isPresent,
            Instant createdAt,
            Instant settlesAt) {
        public Entry {
            if (SandboxScript.of(methodId).isEmpty()) throw new IllegalArgumentException("no script " + methodId);
        }

        /// Whether a repeated request asks for the same thing.
        boolean isSameAs(Entry other) {
            return customerId.equals(other.customerId)
                    && methodId.equals(other.methodId)
                    && amount.equals(other.amount);
        }
    }

    record Return(UUID refundId, UUID paymentId, Money amount, Instant createdAt) {}

    enum PageState {
        OPEN,
        DONE,
        CLOSED
    }

    /// A form of the sandbox: to pay when there is a payment, else to add a method.
    record Form(
            String id,
            String customerId,
            Optional<UUID> paymentId,
            Optional<Money> amount,
            String title,
            URI returnTo,
            boolean savesMethod,
            Instant expiresAt,
            PageState state) {}

    /// A message that waits to be sent. `isForged` ones get a wrong signature.
    record Message(String eventId, int copy, Instant dueAt, String body, boolean isForged) {}

    /// Nothing happens when the customer holds it already.
    void attach(Held held);

    /// Newest first.
    List<Held> held(String customerId);

    boolean detach(String customerId, String methodId);

    /// Writes charge and messages together unless the payment id is known; answers the charge that is in the
    /// book then.
    Entry open(Entry entry, List<Message> messages);

    Optional<Entry> entry(UUID paymentId);

    /// Writes refund and messages together unless the refund id is known or all refunds of the payment would exceed
    /// its amount, which two racing calls must not bring about; answers the refund that is in the book then.
    Optional<Return> open(Return refund, List<Message> messages);

    Optional<Return> refund(UUID refundId);

    /// Writes the form unless its id is known; answers the one that is in the book then.
    Form open(Form form);

    Optional<Form> form(String formId);

    /// Moves a form from OPEN to `state`; false when it was not open. Of two callers one wins.
    boolean end(String formId, PageState state);

    /// Takes messages that are due out of the book, oldest first; each is given to one caller.
    List<Message> takeDue(Instant now, int limit);
}
