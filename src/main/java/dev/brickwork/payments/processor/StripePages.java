package dev.brickwork.payments.processor;

import static dev.brickwork.payments.processor.StripeProcessor.keyed;

import com.stripe.exception.InvalidRequestException;
import com.stripe.exception.StripeException;
import com.stripe.model.PaymentIntent;
import com.stripe.param.checkout.SessionCreateParams;
import com.stripe.param.checkout.SessionListParams;
import com.stripe.service.V1Services;
import dev.brickwork.payments.processor.ChargeResult.Decline;
import dev.brickwork.payments.processor.Processor.Page;
import dev.brickwork.payments.processor.Processor.PageOrder;
import dev.brickwork.payments.processor.Processor.Setup;
import dev.brickwork.payments.processor.Processor.SetupOrder;
import dev.brickwork.platform.Ids;
import java.net.URI;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// Stripe's hosted forms (Checkout sessions): card numbers are typed there and never here.
final class StripePages {
    static final ChargeResult NOT_PAID = new ChargeResult.Declined(Decline.SOFT, "The payment was not completed.");

    private final V1Services stripe;

    StripePages(V1Services stripe) {
        this.stripe = stripe;
    }

    Page openPayment(PageOrder order) throws StripeException {
        var paymentId = order.paymentId().toString();
        var intent = SessionCreateParams.PaymentIntentData.builder()
                .setDescription(order.title())
                .putMetadata(StripeProcessor.PAYMENT_KEY, paymentId)
                .putMetadata(StripeProcessor.ORIGIN_KEY, StripeProcessor.PAGE);
        if (order.savesMethod()) {
            intent.setSetupFutureUsage(SessionCreateParams.PaymentIntentData.SetupFutureUsage.OFF_SESSION);
        }
        var expiresAt = Ids.madeAt(order.paymentId()).plus(Processor.PAGE_LIFE); // the same when repeated
        var params = session(SessionCreateParams.Mode.PAYMENT, order.customerId(), order.types(), order.returnTo())
                .setClientReferenceId(paymentId)
                .setExpiresAt(expiresAt.getEpochSecond())
                .putMetadata(StripeProcessor.PAYMENT_KEY, paymentId)
                .setPaymentIntentData(intent.build())
                .addLineItem(lineItem(order));
        order.language().flatMap(StripePages::locale).ifPresent(params::setLocale);
        var page = stripe.checkout().sessions().create(params.build(), keyed("page_" + paymentId));
        return new Page(page.getId(), URI.create(page.getUrl()), Instant.ofEpochSecond(page.getExpiresAt()));
    }

    Setup openSetup(SetupOrder order, URI returnTo) throws StripeException {
        var params = session(SessionCreateParams.Mode.SETUP, order.customerId(), order.types(), returnTo);
        var page = stripe.checkout()
                .sessions()
                .create(params.build(), keyed("setup_page_" + order.setupId() + "_" + order.customerId()));
        return new Setup(
                page.getId(),
                Optional.empty(),
                Optional.of(URI.create(page.getUrl())),
                Optional.ofNullable(page.getExpiresAt()).map(Instant::ofEpochSecond));
    }

    ChargeResult read(String pageId) throws StripeException {
        var page = stripe.checkout().sessions().retrieve(pageId);
        return switch (page.getStatus()) {
            case "open" -> new ChargeResult.Processing(pageId);
            case "expired" -> NOT_PAID;
            case "complete" -> paid(stripe.paymentIntents().retrieve(page.getPaymentIntent()));
            default -> new ChargeResult.Unknown("the page is in state " + page.getStatus());
        };
    }

    /// Of a bank account that has yet to be shown to be the payer's, by small amounts that take days, the debit comes
    /// by itself once it is.
    private static ChargeResult paid(PaymentIntent intent) {
        return intent.getStatus().equals("requires_action")
                ? new ChargeResult.Processing(intent.getId())
                : StripeAnswers.charge(intent);
    }

    /// Whether the payer can still try again at the form of a charge.
    boolean isOpenFor(String intentId) throws StripeException {
        var params = SessionListParams.builder().setPaymentIntent(intentId).build();
        return stripe.checkout().sessions().list(params).getData().stream()
                .anyMatch(page -> page.getStatus().equals("open"));
    }

    /// Stripe refuses to expire a form that was paid or has ended; only then is it read again. Forms of test mode can
    /// be deleted.
    boolean close(String pageId) throws StripeException {
        try {
            stripe.checkout().sessions().expire(pageId);
            return true;
        } catch (InvalidRequestException ended) {
            if (StripeAnswers.isMissing(ended)) return true;
            return "expired"
                    .equals(stripe.checkout().sessions().retrieve(pageId).getStatus());
        }
    }

    private static SessionCreateParams.Builder session(
            SessionCreateParams.Mode mode, String customerId, Set<MethodType> types, URI returnTo) {
        var params = SessionCreateParams.builder()
                .setMode(mode)
                .setCustomer(customerId)
                .setSuccessUrl(returnTo.toString())
                .setCancelUrl(returnTo.toString());
        types.stream()
                .sorted()
                .map(type -> SessionCreateParams.PaymentMethodType.valueOf(type.name()))
                .forEach(params::addPaymentMethodType);
        return params;
    }

    private static SessionCreateParams.LineItem lineItem(PageOrder order) {
        var product = SessionCreateParams.LineItem.PriceData.ProductData.builder()
                .setName(order.title())
                .build();
        var price = SessionCreateParams.LineItem.PriceData.builder()
                .setCurrency(StripeAmount.code(order.amount().currency()))
                .setUnitAmount(StripeAmount.of(order.amount()))
                .setProductData(product)
                .build();
        return SessionCreateParams.LineItem.builder()
                .setQuantity(1L)
                .setPriceData(price)
                .build();
    }

    private static Optional<SessionCreateParams.Locale> locale(String language) {
        return Arrays.stream(SessionCreateParams.Locale.values())
                .filter(locale -> locale.getValue().equals(language))
                .findFirst();
    }
}
