package dev.brickwork.payments.processor;

import dev.brickwork.platform.Secret;
import dev.brickwork.pricing.money.Money;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// One seller's account at a payment processor. Two are real: Stripe, and the sandbox that is built in.
///
/// Calls that move money never throw for what happens outside: they answer a sealed result, `Unknown` among them. The
/// others throw [ProcessorUnavailable], also for a customer who was deleted there. None may be made while a transaction
/// is open.
public interface Processor {
    /// Short, because an open form is a payment that may still come; Stripe's own least is half an hour.
    Duration PAGE_LIFE = Duration.ofMinutes(35);

    /// How long an expired form still counts as open, while it is unknown whether it was paid.
    Duration PAGE_GRACE = Duration.ofHours(1);

    enum Kind {
        STRIPE,
        SANDBOX
    }

    /// `problem` says in one sentence why no payments can be taken.
    record Account(String id, boolean takesPayments, Optional<String> problem) {
        /// A key may be let charge, but not see the account.
        public boolean mayNotCharge() {
            return !id.isEmpty() && !takesPayments;
        }
    }

    /// The company that is billed, as the processor should know it.
    ///
    /// @param former what it was called there before it was deleted
    record Payer(UUID companyId, String name, Optional<String> email, Optional<String> former) {}

    /// With `returnTo` the payer is sent to a hosted form; without, the seller's own form uses the client secret.
    record SetupOrder(UUID setupId, String customerId, Set<MethodType> types, Optional<URI> returnTo) {}

    record Setup(String id, Optional<Secret> clientSecret, Optional<URI> url, Optional<Instant> expiresAt) {}

    /// Takes `amount` from a saved method while its holder is not there. `paymentId` is the idempotency key.
    record ChargeOrder(
            UUID paymentId,
            String customerId,
            Method method,
            Money amount,
            String description,
            Map<String, String> metadata) {
        public ChargeOrder {
            if (!amount.isPositive()) throw new IllegalArgumentException("nothing to charge");
            metadata = Map.copyOf(metadata);
        }
    }

    /// A hosted form where the payer pays once. `language` is a tag such as `de`; `intendedAt` is of the seller's
    /// own clock.
    record PageOrder(
            UUID paymentId,
            Instant intendedAt,
            String customerId,
            Money amount,
            String title,
            Set<MethodType> types,
            URI returnTo,
            boolean savesMethod,
            Optional<String> language) {
        public PageOrder {
            if (!amount.isPositive()) throw new IllegalArgumentException("nothing to charge");
            types = Set.copyOf(types);
        }
    }

    record Page(String id, URI url, Instant expiresAt) {}

    /// A charge as the processor knows it now. No payment id means that it is none of ours.
    record Charge(Optional<UUID> paymentId, ChargeResult result) {}

    /// Gives back part or all of a charge. `refundId` is the idempotency key.
    record RefundOrder(UUID refundId, String chargeId, Money amount) {
        public RefundOrder {
            if (!amount.isPositive()) throw new IllegalArgumentException("nothing to refund");
        }
    }

    record ForeignRefund(String id, Money amount, String reason) {}

    Kind kind();

    /// Refused credentials are a problem of the account, not an exception.
    Account account();

    /// Makes the customer and answers its id, which the caller keeps. Safe to repeat within a day.
    String createCustomer(Payer payer);

    Setup beginSetup(SetupOrder order);

    /// Newest first; at most a hundred of each type.
    List<Method> methods(String customerId);

    /// Empty when there is no such method or it belongs to another customer, which must look the same.
    Optional<Method> method(String customerId, String methodId);

    /// Whether there was one to remove.
    boolean detach(String customerId, String methodId);

    /// Why it takes or gives back no such amount, whatever the method: it may know fewer decimals than the currency
    /// has. Empty where it does.
    Optional<String> refusal(Money amount);

    ChargeResult charge(ChargeOrder order);

    /// Looks up a charge whose answer was lost. Empty means that the processor has not seen it; a request may still
    /// be under way for as long as it can take, so the caller believes this only some minutes after the intent.
    Optional<ChargeResult> find(UUID paymentId, String customerId);

    /// Reads a charge again, after a callback or while it is processing.
    Charge read(String chargeId);

    /// Opens the form; the same payment id opens the same form.
    Page openPage(PageOrder order);

    /// `Processing` while the payer may still pay there; a form that ended without payment is a soft decline.
    ChargeResult readPage(String pageId);

    /// Closes an unpaid form, so that the invoice can be voided or paid otherwise. False when the payer was faster.
    boolean closePage(String pageId);

    RefundResult refund(RefundOrder order);

    /// Looks up a refund whose answer was lost. Empty means that the processor has not seen it.
    Optional<RefundResult> findRefund(UUID refundId, String chargeId);

    /// Money that left a charge without an order of ours: refunds made in the processor's own dashboard, and
    /// disputes that were lost.
    List<ForeignRefund> foreignRefunds(String chargeId);

    /// Verifies the signature over the raw bytes and reads the message. Empty when forged, too old or not readable.
    Optional<Callback> callback(byte[] raw, String signature);
}
