package dev.brickwork.payments.processor;

import com.stripe.StripeClient;
import com.stripe.exception.StripeException;
import com.stripe.model.HasId;
import com.stripe.model.PaymentIntent;
import com.stripe.model.PaymentMethod;
import com.stripe.model.Refund;
import com.stripe.model.StripeCollection;
import com.stripe.net.RequestOptions;
import com.stripe.param.CustomerCreateParams;
import com.stripe.param.CustomerPaymentMethodListParams;
import com.stripe.param.DisputeListParams;
import com.stripe.param.PaymentIntentCreateParams;
import com.stripe.param.PaymentIntentListParams;
import com.stripe.param.RefundCreateParams;
import com.stripe.param.RefundListParams;
import com.stripe.param.SetupIntentCreateParams;
import com.stripe.service.V1Services;
import dev.brickwork.payments.processor.ChargeResult.Decline;
import dev.brickwork.payments.processor.ChargeResult.Declined;
import dev.brickwork.payments.processor.ChargeResult.Reason;
import dev.brickwork.payments.processor.ProcessorUnavailable.Why;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Secret;
import dev.brickwork.pricing.money.Money;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// A Stripe account, through Stripe's own SDK. Retries are ours, not the SDK's: every unknown result goes through
/// the module's one reconciliation.
public final class StripeProcessor implements Processor {
    public static final URI BASE = URI.create("https://api.stripe.com");

    /// Ours in Stripe's metadata: by these a charge or refund is found again.
    static final String PAYMENT_KEY = "brickwork_payment_id";

    static final String REFUND_KEY = "brickwork_refund_id";
    static final String ORIGIN_KEY = "brickwork_origin";
    static final String SAVED_METHOD = "saved_method";
    static final String PAGE = "page";

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final long LIST_LENGTH_MAX = 100;
    private static final int LIST_PAGES_MAX = 10;
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(10);

    private final V1Services stripe;
    private final Secret callbackSecret;
    private final InstantSource clock;
    private final StripePages pages;

    /// How an account is reached. `timeout` is the time for one answer.
    public record Connection(Secret apiKey, Secret callbackSecret, URI base, Duration timeout) {
        public static final Duration TIMEOUT = Duration.ofSeconds(10);
    }

    public StripeProcessor(Connection connection, InstantSource clock) {
        this.stripe = StripeClient.builder()
                .setApiKey(connection.apiKey().reveal())
                .setApiBase(connection.base().toString())
                .setConnectTimeout(Math.toIntExact(CONNECT_TIMEOUT.toMillis()))
                .setReadTimeout(Math.toIntExact(connection.timeout().toMillis()))
                .setMaxNetworkRetries(0)
                .setHttpClient(new TracedStripe())
                .build()
                .v1();
        this.callbackSecret = connection.callbackSecret();
        this.clock = clock;
        this.pages = new StripePages(stripe);
    }

    @Override
    public Kind kind() {
        return Kind.STRIPE;
    }

    @Override
    public Account account() {
        try {
            var account = stripe.accounts().retrieveCurrent();
            boolean takesPayments = Boolean.TRUE.equals(account.getChargesEnabled());
            return new Account(
                    account.getId(),
                    takesPayments,
                    takesPayments ? Optional.empty() : Optional.of("Stripe has not enabled charges on this account."));
        } catch (StripeException failed) {
            if (StripeAnswers.isOurAccount(failed)) {
                return new Account("", false, Optional.of("Stripe refused the API key."));
            }
            throw unavailable(failed);
        }
    }

    @Override
    public String createCustomer(Payer payer) {
        var params = CustomerCreateParams.builder()
                .setName(payer.name())
                .putMetadata("brickwork_company_id", payer.companyId().toString());
        payer.email().ifPresent(params::setEmail);
        // A changed name must not meet the old key, nor a customer made anew the one that was deleted.
        int details = Objects.hash(payer.name(), payer.email(), payer.former());
        try {
            var key = "customer_%s_%08x".formatted(payer.companyId(), details);
            return stripe.customers().create(params.build(), keyed(key)).getId();
        } catch (StripeException failed) {
            throw unavailable(failed);
        }
    }

    @Override
    public Setup beginSetup(SetupOrder order) {
        try {
            if (order.returnTo().isPresent())
                return pages.openSetup(order, order.returnTo().get());
            var params = SetupIntentCreateParams.builder()
                    .setCustomer(order.customerId())
                    .setUsage(SetupIntentCreateParams.Usage.OFF_SESSION);
            order.types().stream().sorted().forEach(type -> params.addPaymentMethodType(type.wire()));
            var intent = stripe.setupIntents()
                    .create(params.build(), keyed("setup_" + order.setupId() + "_" + order.customerId()));
            return new Setup(
                    intent.getId(),
                    Optional.of(Secret.of(intent.getClientSecret())),
                    Optional.empty(),
                    Optional.empty());
        } catch (StripeException failed) {
            throw unavailable(failed);
        }
    }

    @Override
    public List<Method> methods(String customerId) {
        try {
            var methods = new ArrayList<PaymentMethod>();
            for (var type : MethodType.values()) {
                var params = CustomerPaymentMethodListParams.builder()
                        .setType(CustomerPaymentMethodListParams.Type.valueOf(type.name()))
                        .setLimit(LIST_LENGTH_MAX)
                        .build();
                methods.addAll(stripe.customers()
                        .paymentMethods()
                        .list(customerId, params)
                        .getData());
            }
            methods.sort(Comparator.comparing(PaymentMethod::getCreated).reversed());
            return methods.stream()
                    .flatMap(method -> StripeAnswers.method(method).stream())
                    .toList();
        } catch (StripeException failed) {
            if (StripeAnswers.isMissing(failed)) return List.of();
            throw unavailable(failed);
        }
    }

    @Override
    public Optional<Method> method(String customerId, String methodId) {
        if (!Method.isId(methodId)) return Optional.empty();
        try {
            var method = stripe.customers().paymentMethods().retrieve(customerId, methodId);
            return customerId.equals(method.getCustomer()) ? StripeAnswers.method(method) : Optional.empty();
        } catch (StripeException failed) {
            if (StripeAnswers.isMissing(failed) || StripeAnswers.isRefusal(failed)) return Optional.empty();
            throw unavailable(failed);
        }
    }

    @Override
    public boolean detach(String customerId, String methodId) {
        if (method(customerId, methodId).isEmpty()) return false;
        try {
            stripe.paymentMethods().detach(methodId);
            return true;
        } catch (StripeException failed) {
            if (StripeAnswers.isRefusal(failed)) return false; // another request removed it a moment ago
            throw unavailable(failed);
        }
    }

    @Override
    public Optional<String> refusal(Money amount) {
        return StripeAmount.refusal(amount);
    }

    @Override
    public ChargeResult charge(ChargeOrder order) {
        var refusal = StripeAmount.refusal(order.amount());
        if (refusal.isPresent()) return new Declined(Decline.SOFT, Reason.AMOUNT, refusal.get());
        var params = PaymentIntentCreateParams.builder()
                .setAmount(StripeAmount.of(order.amount()))
                .setCurrency(StripeAmount.code(order.amount().currency()))
                .setCustomer(order.customerId())
                .setPaymentMethod(order.method().id())
                .addPaymentMethodType(order.method().type().wire())
                .setConfirm(true)
                .setOffSession(true)
                .setDescription(order.description())
                .putAllMetadata(order.metadata())
                .putMetadata(PAYMENT_KEY, order.paymentId().toString())
                .putMetadata(ORIGIN_KEY, SAVED_METHOD)
                .build();
        try {
            return ended(stripe.paymentIntents().create(params, keyed("payment_" + order.paymentId())));
        } catch (StripeException failed) {
            if (StripeAnswers.isRefusal(failed) && mayNotCharge()) return StripeAnswers.OUR_ACCOUNT_REFUSED;
            return StripeAnswers.chargeFailed(failed);
        }
    }

    /// Stripe calls a charge of such an account a wrong request, like one of a method that is gone.
    private boolean mayNotCharge() {
        try {
            return account().mayNotCharge();
        } catch (ProcessorUnavailable down) {
            return false;
        }
    }

    /// By listing and not by searching, because Stripe's search lags behind its book by up to a minute. The book is
    /// kept in real time, whatever the clock of a test seller says, and so is the id.
    @Override
    public Optional<ChargeResult> find(UUID paymentId, String customerId) {
        var params = PaymentIntentListParams.builder()
                .setCustomer(customerId)
                .setCreated(PaymentIntentListParams.Created.builder()
                        .setGte(Ids.madeAt(paymentId).minus(CLOCK_SKEW).getEpochSecond())
                        .build())
                .setLimit(LIST_LENGTH_MAX);
        try {
            for (int page = 0; page < LIST_PAGES_MAX; page++) {
                var list = stripe.paymentIntents().list(params.build());
                for (var intent : list.getData()) {
                    var known = intent.getMetadata().get(PAYMENT_KEY);
                    if (paymentId.toString().equals(known)) return Optional.of(ended(intent));
                }
                if (!Boolean.TRUE.equals(list.getHasMore())) return Optional.empty();
                params.setStartingAfter(list.getData().getLast().getId());
            }
            return Optional.of(new ChargeResult.Unknown("not among the customer's latest charges"));
        } catch (StripeException failed) {
            if (StripeAnswers.isMissing(failed)) {
                return Optional.of(new ChargeResult.Unknown("there is no such customer"));
            }
            throw unavailable(failed);
        }
    }

    @Override
    public Charge read(String chargeId) {
        try {
            var intent = stripe.paymentIntents().retrieve(chargeId);
            return new Charge(StripeAnswers.uuid(intent.getMetadata().get(PAYMENT_KEY)), ended(intent));
        } catch (StripeException failed) {
            if (StripeAnswers.isMissing(failed)) {
                return new Charge(Optional.empty(), new ChargeResult.Unknown("there is no such charge"));
            }
            throw unavailable(failed);
        }
    }

    /// A charge that waits for its absent holder is ended at once, so that it cannot succeed behind our back
    /// next week.
    private ChargeResult ended(PaymentIntent intent) throws StripeException {
        if (PAGE.equals(intent.getMetadata().get(ORIGIN_KEY))) return endedAtPage(intent);
        if (!intent.getStatus().equals("requires_action")) return StripeAnswers.charge(intent);
        var result = StripeAnswers.charge(intent);
        var ended = stripe.paymentIntents().cancel(intent.getId());
        return ended.getStatus().equals("canceled") ? result : StripeAnswers.charge(ended);
    }

    /// While the form is open a decline is not the end. Afterwards it is, of a debit that was on its way for days: the
    /// charge is read once more, since it may have been paid just before the form was closed.
    private ChargeResult endedAtPage(PaymentIntent intent) throws StripeException {
        boolean isDeclined = intent.getStatus().equals("requires_payment_method");
        if (!isDeclined || pages.isOpenFor(intent.getId())) return StripeAnswers.pageCharge(intent);
        return StripeAnswers.charge(stripe.paymentIntents().retrieve(intent.getId()));
    }

    @Override
    public Page openPage(PageOrder order) {
        StripeAmount.refusal(order.amount()).ifPresent(why -> {
            throw new ProcessorUnavailable(Why.AMOUNT, why);
        });
        try {
            return pages.openPayment(order);
        } catch (StripeException failed) {
            throw unavailable(failed);
        }
    }

    @Override
    public ChargeResult readPage(String pageId) {
        try {
            return pages.read(pageId);
        } catch (StripeException failed) {
            if (StripeAnswers.isMissing(failed)) return StripePages.NOT_PAID;
            throw unavailable(failed);
        }
    }

    @Override
    public boolean closePage(String pageId) {
        try {
            return pages.close(pageId);
        } catch (StripeException failed) {
            throw unavailable(failed);
        }
    }

    @Override
    public RefundResult refund(RefundOrder order) {
        var refusal = StripeAmount.refusal(order.amount());
        if (refusal.isPresent()) return new RefundResult.Refused(refusal.get());
        var params = RefundCreateParams.builder()
                .setPaymentIntent(order.chargeId())
                .setAmount(StripeAmount.of(order.amount()))
                .setMetadata(Map.of(REFUND_KEY, order.refundId().toString()))
                .build();
        try {
            return StripeAnswers.refund(stripe.refunds().create(params, keyed("refund_" + order.refundId())));
        } catch (StripeException failed) {
            return StripeAnswers.refundFailed(failed);
        }
    }

    @Override
    public Optional<RefundResult> findRefund(UUID refundId, String chargeId) {
        try {
            return refunds(chargeId).stream()
                    .filter(refund -> StripeAnswers.ours(refund).equals(Optional.of(refundId.toString())))
                    .map(StripeAnswers::refund)
                    .findFirst();
        } catch (StripeException failed) {
            if (StripeAnswers.isMissing(failed)) {
                return Optional.of(new RefundResult.Unknown("there is no such charge"));
            }
            throw unavailable(failed);
        }
    }

    private List<Refund> refunds(String chargeId) throws StripeException {
        var params = RefundListParams.builder()
                .setPaymentIntent(chargeId)
                .setLimit(LIST_LENGTH_MAX)
                .build();
        return all(stripe.refunds().list(params));
    }

    private static <T extends HasId> List<T> all(StripeCollection<T> first) {
        var all = new ArrayList<T>();
        first.autoPagingIterable().forEach(all::add);
        return all;
    }

    @Override
    public List<ForeignRefund> foreignRefunds(String chargeId) {
        var lost = DisputeListParams.builder()
                .setPaymentIntent(chargeId)
                .setLimit(LIST_LENGTH_MAX)
                .build();
        try {
            return Stream.concat(
                            refunds(chargeId).stream().flatMap(refund -> StripeAnswers.foreign(refund).stream()),
                            all(stripe.disputes().list(lost)).stream()
                                    .flatMap(dispute -> StripeAnswers.lost(dispute).stream()))
                    .toList();
        } catch (StripeException failed) {
            throw unavailable(failed);
        }
    }

    @Override
    public Optional<Callback> callback(byte[] raw, String signature) {
        return CallbackSignature.isRight(signature, raw, callbackSecret, clock.instant())
                ? CallbackReader.read(raw)
                : Optional.empty();
    }

    static RequestOptions keyed(String key) {
        return RequestOptions.builder().setIdempotencyKey(key).build();
    }

    private static ProcessorUnavailable unavailable(StripeException failed) {
        return StripeAnswers.unavailable(failed);
    }
}
