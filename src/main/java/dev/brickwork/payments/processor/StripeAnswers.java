package dev.brickwork.payments.processor;

import com.stripe.exception.ApiConnectionException;
import com.stripe.exception.ApiException;
import com.stripe.exception.AuthenticationException;
import com.stripe.exception.CardException;
import com.stripe.exception.IdempotencyException;
import com.stripe.exception.InvalidRequestException;
import com.stripe.exception.PermissionException;
import com.stripe.exception.StripeException;
import com.stripe.model.Dispute;
import com.stripe.model.PaymentIntent;
import com.stripe.model.PaymentMethod;
import com.stripe.model.Refund;
import com.stripe.model.StripeError;
import dev.brickwork.payments.processor.ChargeResult.Decline;
import dev.brickwork.payments.processor.ChargeResult.Reason;
import dev.brickwork.payments.processor.Method.Details;
import dev.brickwork.payments.processor.Processor.ForeignRefund;
import dev.brickwork.pricing.money.Money;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// From Stripe's objects and errors to our results. Pure.
final class StripeAnswers {
    private static final String DECLINED = "The payment was declined.";
    private static final String OUR_ACCOUNT = "The payment processor refused our account.";
    static final ChargeResult OUR_ACCOUNT_REFUSED =
            new ChargeResult.Declined(Decline.SOFT, Reason.ACCOUNT, OUR_ACCOUNT);
    private static final String WRONG_AMOUNT = "The amount is less or more than the payment processor takes.";
    private static final String NO_SUCH_AMOUNT = "The payment processor takes no amount as small or as large as this.";
    private static final String WRONG_CURRENCY = "The payment processor does not take this currency.";
    private static final String FOREIGN_CURRENCY = "in a currency or with decimals that we do not have";
    private static final int CONFLICT = 409;

    private StripeAnswers() {}

    /// A charge of a saved method. `requires_action` must have been ended by the caller.
    static ChargeResult charge(PaymentIntent intent) {
        return switch (intent.getStatus()) {
            case "succeeded" -> succeeded(intent);
            case "processing" -> new ChargeResult.Processing(intent.getId());
            case "requires_action" -> new ChargeResult.RequiresAction("The holder must confirm this payment.");
            case "requires_payment_method" -> failed(intent);
            case "canceled" -> new ChargeResult.Declined(Decline.SOFT, "The payment was canceled.");
            default -> new ChargeResult.Unknown("the charge is in state " + intent.getStatus());
        };
    }

    /// A charge made at the hosted form: until money moves or the form is closed the payer can try again there, so a
    /// decline is not the end.
    static ChargeResult pageCharge(PaymentIntent intent) {
        return switch (intent.getStatus()) {
            case "requires_payment_method", "requires_action", "requires_confirmation" ->
                new ChargeResult.Processing(intent.getId());
            default -> charge(intent);
        };
    }

    private static ChargeResult succeeded(PaymentIntent intent) {
        return money(intent.getAmountReceived(), intent.getCurrency())
                .<ChargeResult>map(amount -> new ChargeResult.Succeeded(intent.getId(), amount))
                .orElse(new ChargeResult.Unknown(FOREIGN_CURRENCY));
    }

    private static ChargeResult failed(PaymentIntent intent) {
        var error = intent.getLastPaymentError();
        if (error == null) return new ChargeResult.Unknown("the charge has not been tried");
        return declined(error);
    }

    private static ChargeResult declined(StripeError error) {
        var code = Optional.ofNullable(error.getDeclineCode())
                .or(() -> Optional.ofNullable(error.getCode()))
                .orElse("declined");
        var message = Optional.ofNullable(error.getMessage()).orElse(DECLINED);
        if (code.equals("authentication_required") || "authentication_required".equals(error.getCode())) {
            return new ChargeResult.RequiresAction(message);
        }
        var kind = Declines.kind(code, Optional.ofNullable(error.getAdviceCode()));
        return new ChargeResult.Declined(kind, Declines.reason(code), message);
    }

    /// Maps an error to the result of a charge. Only an error that surely came before the money moved is a decline.
    static ChargeResult chargeFailed(StripeException failed) {
        if (failed instanceof CardException && failed.getStripeError() != null) {
            var error = failed.getStripeError();
            return declined(error);
        }
        if (isOurAccount(failed)) return OUR_ACCOUNT_REFUSED;
        if (isAmount(failed)) return new ChargeResult.Declined(Decline.SOFT, Reason.AMOUNT, WRONG_AMOUNT);
        if (isCurrency(failed)) return new ChargeResult.Declined(Decline.SOFT, Reason.AMOUNT, WRONG_CURRENCY);
        if (isRefusal(failed)) return new ChargeResult.Declined(Decline.HARD, DECLINED);
        return new ChargeResult.Unknown(why(failed));
    }

    static RefundResult refund(Refund refund) {
        return money(refund.getAmount(), refund.getCurrency())
                .map(amount -> refund(refund, amount))
                .orElse(new RefundResult.Unknown(FOREIGN_CURRENCY));
    }

    private static RefundResult refund(Refund refund, Money amount) {
        return switch (refund.getStatus()) {
            case "succeeded" -> new RefundResult.Refunded(refund.getId(), amount);
            case "pending", "requires_action" -> new RefundResult.Pending(refund.getId());
            case "failed", "canceled" -> new RefundResult.Refused("The refund did not go through.");
            default -> new RefundResult.Unknown("the refund is in state " + refund.getStatus());
        };
    }

    /// Our name for a refund that we ordered.
    static Optional<String> ours(Refund refund) {
        return Optional.ofNullable(refund.getMetadata()).map(metadata -> metadata.get(StripeProcessor.REFUND_KEY));
    }

    /// A refund that we did not order, once it has gone through.
    static Optional<ForeignRefund> foreign(Refund refund) {
        if (ours(refund).isPresent() || !refund.getStatus().equals("succeeded")) return Optional.empty();
        var reason = "Refunded at Stripe" + because(refund.getReason());
        return money(refund.getAmount(), refund.getCurrency())
                .map(amount -> new ForeignRefund(refund.getId(), amount, reason));
    }

    /// While a dispute is open the money may still come back.
    static Optional<ForeignRefund> lost(Dispute dispute) {
        if (!dispute.getStatus().equals("lost")) return Optional.empty();
        var reason = "Dispute lost" + because(dispute.getReason());
        return money(dispute.getAmount(), dispute.getCurrency())
                .map(amount -> new ForeignRefund(dispute.getId(), amount, reason));
    }

    private static String because(@Nullable String reason) {
        return reason == null ? "" : ": " + reason.replace('_', ' ');
    }

    static RefundResult refundFailed(StripeException failed) {
        if (isOurAccount(failed)) return new RefundResult.Refused(OUR_ACCOUNT);
        if (isRefusal(failed)) return new RefundResult.Refused("The refund was refused.");
        return new RefundResult.Unknown(why(failed));
    }

    /// Empty for the many types that we do not offer.
    static Optional<Method> method(PaymentMethod method) {
        return details(method).map(details -> new Method(method.getId(), details));
    }

    private static Optional<Details> details(PaymentMethod method) {
        if (method.getCard() != null) {
            var card = method.getCard();
            return Optional.of(new Details.Card(
                    orEmpty(card.getBrand()),
                    orEmpty(card.getLast4()),
                    Math.toIntExact(card.getExpMonth()),
                    Math.toIntExact(card.getExpYear())));
        }
        if (method.getUsBankAccount() != null) {
            var account = method.getUsBankAccount();
            return Optional.of(new Details.UsBankAccount(
                    orEmpty(account.getBankName()),
                    orEmpty(account.getAccountType()),
                    orEmpty(account.getLast4()),
                    orEmpty(account.getRoutingNumber())));
        }
        if (method.getLink() != null)
            return Optional.of(new Details.Link(orEmpty(method.getLink().getEmail())));
        return Optional.empty();
    }

    static Optional<UUID> uuid(@Nullable String text) {
        try {
            return Optional.ofNullable(text).map(UUID::fromString);
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    /// The processor understood the request and did not do it.
    static boolean isRefusal(StripeException failed) {
        return failed instanceof InvalidRequestException
                && !Integer.valueOf(CONFLICT).equals(failed.getStatusCode());
    }

    static boolean isOurAccount(StripeException failed) {
        return failed instanceof AuthenticationException || failed instanceof PermissionException;
    }

    private static boolean isAmount(StripeException failed) {
        return "amount_too_small".equals(failed.getCode()) || "amount_too_large".equals(failed.getCode());
    }

    /// Of a currency that Stripe does not have, whatever the method.
    private static boolean isCurrency(StripeException failed) {
        return isRefusal(failed)
                && failed.getStripeError() != null
                && Set.of("currency", "line_items[0][price_data][currency]")
                        .contains(orEmpty(failed.getStripeError().getParam()));
    }

    static boolean isMissing(StripeException failed) {
        return Integer.valueOf(404).equals(failed.getStatusCode()) || "resource_missing".equals(failed.getCode());
    }

    static ProcessorUnavailable unavailable(StripeException failed) {
        var why = whyNot(failed);
        var message = why != ProcessorUnavailable.Why.AMOUNT
                ? "Stripe did not do it: status " + failed.getStatusCode()
                : isCurrency(failed) ? WRONG_CURRENCY : NO_SUCH_AMOUNT;
        return new ProcessorUnavailable(why, message, failed);
    }

    private static ProcessorUnavailable.Why whyNot(StripeException failed) {
        if (isOurAccount(failed)) return ProcessorUnavailable.Why.REFUSED;
        if (isAmount(failed) || isCurrency(failed)) return ProcessorUnavailable.Why.AMOUNT;
        boolean isPayer = failed.getStripeError() != null
                && "customer".equals(failed.getStripeError().getParam());
        return isPayer && isMissing(failed) ? ProcessorUnavailable.Why.UNKNOWN_PAYER : ProcessorUnavailable.Why.AWAY;
    }

    private static String why(StripeException failed) {
        return switch (failed) {
            case ApiConnectionException lost -> "no answer";
            case IdempotencyException reused -> "the key was used for another request";
            case ApiException broken -> "the processor failed with status " + broken.getStatusCode();
            default -> "the processor answered with status " + failed.getStatusCode();
        };
    }

    private static Optional<Money> money(Long amount, String currency) {
        return StripeAmount.read(amount, currency);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
