package dev.brickwork.payments.processor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.payments.processor.ChargeResult.Decline;
import dev.brickwork.payments.processor.SandboxBook.Entry;
import dev.brickwork.payments.processor.SandboxBook.Form;
import dev.brickwork.payments.processor.SandboxBook.Held;
import dev.brickwork.payments.processor.SandboxBook.PageState;
import dev.brickwork.payments.processor.SandboxBook.Return;
import dev.brickwork.platform.Secret;
import dev.brickwork.pricing.money.Money;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The processor that is built in: no money, no network, every outcome on request by the id of the method
/// ([SandboxScript]). It behaves like a company elsewhere: it has its own book, its own clock, answers once per key,
/// and sends signed messages that come when they come.
public final class SandboxProcessor implements Processor {
    /// How long a slow payment is processing, by the clock given.
    static final Duration PROCESSING_TIME = Duration.ofSeconds(5);

    private static final int MESSAGE_COUNT_MAX = 100;
    private static final String TIMED_OUT = "no answer";

    private final SandboxBook book;
    private final InstantSource clock;
    private final Secret callbackSecret;
    private final URI forms;

    /// `clock` is the seller's, so that a test clock moves processing payments on; `forms` is the address under which
    /// the sandbox's own forms are shown, ending in a slash.
    public SandboxProcessor(SandboxBook book, InstantSource clock, Secret callbackSecret, URI forms) {
        this.book = book;
        this.clock = clock;
        this.callbackSecret = callbackSecret;
        this.forms = forms;
    }

    /// A message on its way to us, with its signature header.
    public record Signed(String body, String signature) {
        public byte[] raw() {
            return body.getBytes(UTF_8);
        }
    }

    @Override
    public Kind kind() {
        return Kind.SANDBOX;
    }

    @Override
    public Account account() {
        return new Account("acct_sandbox", true, Optional.empty());
    }

    /// Stores no names, so that an erasure has nothing to erase here.
    @Override
    public String createCustomer(Payer payer) {
        return "cus_sandbox_" + plain(payer.companyId());
    }

    @Override
    public Setup beginSetup(SetupOrder order) {
        var id = "seti_sandbox_" + plain(order.setupId());
        var form = book.open(new Form(
                id,
                order.customerId(),
                Optional.empty(),
                Optional.empty(),
                "Add a payment method",
                order.returnTo().orElse(forms),
                true,
                clock.instant().plus(PAGE_LIFE),
                PageState.OPEN));
        return new Setup(
                id,
                Optional.of(Secret.of(id + "_secret")),
                Optional.of(forms.resolve(id)),
                Optional.of(form.expiresAt()));
    }

    @Override
    public List<Method> methods(String customerId) {
        return book.held(customerId).stream().map(SandboxProcessor::method).toList();
    }

    @Override
    public Optional<Method> method(String customerId, String methodId) {
        return book.held(customerId).stream()
                .filter(held -> held.methodId().equals(methodId))
                .map(SandboxProcessor::method)
                .findFirst();
    }

    @Override
    public boolean detach(String customerId, String methodId) {
        return book.detach(customerId, methodId);
    }

    @Override
    public Optional<String> refusal(Money amount) {
        return Optional.empty();
    }

    @Override
    public ChargeResult charge(ChargeOrder order) {
        var methodId = order.method().id();
        var script = SandboxScript.of(methodId);
        if (script.isEmpty() || method(order.customerId(), methodId).isEmpty()) {
            return new ChargeResult.Declined(Decline.HARD, "There is no such payment method.");
        }
        var now = clock.instant();
        var settlesAt = settlesAt(now, script.get());
        return take(
                new Entry(order.paymentId(), order.customerId(), methodId, order.amount(), false, now, settlesAt),
                script.get());
    }

    private static Instant settlesAt(Instant now, SandboxScript script) {
        return script.isSlow() ? now.plus(PROCESSING_TIME) : now;
    }

    /// One payment id is one charge, whatever is repeated; a repetition after a time-out gets its result.
    private ChargeResult take(Entry wanted, SandboxScript script) {
        var known = book.entry(wanted.paymentId());
        if (known.isEmpty() && script == SandboxScript.TIMEOUT_NOT_CHARGED) return new ChargeResult.Unknown(TIMED_OUT);
        var entry = book.open(wanted, SandboxMessages.of(wanted, script));
        if (!entry.isSameAs(wanted)) return new ChargeResult.Unknown("the key was used for another request");
        if (known.isEmpty() && script == SandboxScript.TIMEOUT_CHARGED) return new ChargeResult.Unknown(TIMED_OUT);
        return result(entry);
    }

    private ChargeResult result(Entry entry) {
        var chargeId = chargeId(entry.paymentId());
        if (clock.instant().isBefore(entry.settlesAt())) return new ChargeResult.Processing(chargeId);
        return SandboxScript.of(entry.methodId())
                .flatMap(script -> script.refusal(entry.isPresent()))
                .orElse(new ChargeResult.Succeeded(chargeId, entry.amount()));
    }

    @Override
    public Optional<ChargeResult> find(UUID paymentId, String customerId) {
        return book.entry(paymentId)
                .filter(entry -> entry.customerId().equals(customerId))
                .map(this::result);
    }

    @Override
    public Charge read(String chargeId) {
        return paymentId(chargeId)
                .flatMap(book::entry)
                .map(entry -> new Charge(Optional.of(entry.paymentId()), result(entry)))
                .orElse(new Charge(Optional.empty(), new ChargeResult.Unknown("there is no such charge")));
    }

    @Override
    public Page openPage(PageOrder order) {
        var id = "cs_sandbox_" + plain(order.paymentId());
        var form = book.open(new Form(
                id,
                order.customerId(),
                Optional.of(order.paymentId()),
                Optional.of(order.amount()),
                order.title(),
                order.returnTo(),
                order.savesMethod(),
                order.intendedAt().plus(PAGE_LIFE),
                PageState.OPEN));
        return new Page(id, forms.resolve(id), form.expiresAt());
    }

    /// The form that the sandbox's own page shows. Empty when there is none or it has ended.
    public Optional<Form> openForm(String formId) {
        return book.form(formId)
                .filter(form ->
                        form.state() == PageState.OPEN && clock.instant().isBefore(form.expiresAt()));
    }

    /// The payer chose a method on the form. A decline leaves the form open, as with any processor; empty when the
    /// form has ended.
    public Optional<ChargeResult> submit(String formId, SandboxScript script) {
        return openForm(formId)
                .flatMap(form -> form.paymentId().isPresent() && form.amount().isPresent()
                        ? pay(form, form.paymentId().get(), form.amount().get(), script)
                        : save(form, script));
    }

    private Optional<ChargeResult> save(Form form, SandboxScript script) {
        if (!book.end(form.id(), PageState.DONE)) return Optional.empty();
        attach(form.customerId(), script.methodId());
        return Optional.of(new ChargeResult.Processing(form.id()));
    }

    private Optional<ChargeResult> pay(Form form, UUID paymentId, Money amount, SandboxScript script) {
        var refusal = script.refusal(true);
        if (refusal.isPresent() && !script.isSlow()) return refusal;
        if (script == SandboxScript.TIMEOUT_NOT_CHARGED) return Optional.of(new ChargeResult.Unknown(TIMED_OUT));
        if (!book.end(form.id(), PageState.DONE)) return Optional.empty(); // closed or paid a moment ago
        if (form.savesMethod()) attach(form.customerId(), script.methodId());
        var now = clock.instant();
        var entry =
                new Entry(paymentId, form.customerId(), script.methodId(), amount, true, now, settlesAt(now, script));
        return Optional.of(take(entry, script));
    }

    @Override
    public ChargeResult readPage(String pageId) {
        var form = book.form(pageId);
        if (form.isEmpty()) return new ChargeResult.Unknown("there is no such page");
        var entry = form.get().paymentId().flatMap(book::entry);
        if (entry.isPresent()) return result(entry.get());
        boolean mayBePaid = form.get().state() != PageState.CLOSED
                && clock.instant().isBefore(form.get().expiresAt());
        return mayBePaid
                ? new ChargeResult.Processing(pageId)
                : new ChargeResult.Declined(Decline.SOFT, "The payment was not completed.");
    }

    @Override
    public boolean closePage(String pageId) {
        return book.end(pageId, PageState.CLOSED)
                || book.form(pageId)
                        .map(form -> form.state() == PageState.CLOSED)
                        .orElse(false);
    }

    @Override
    public RefundResult refund(RefundOrder order) {
        var entry = paymentId(order.chargeId()).flatMap(book::entry);
        if (entry.isEmpty() || !(result(entry.get()) instanceof ChargeResult.Succeeded)) {
            return new RefundResult.Refused("There is no money to give back.");
        }
        var script = SandboxScript.of(entry.get().methodId()).orElseThrow();
        if (script == SandboxScript.REFUND_FAILS) {
            return new RefundResult.Refused("The refund was refused.");
        }
        boolean isRepeated = book.refund(order.refundId()).isPresent();
        var wanted = new Return(order.refundId(), entry.get().paymentId(), order.amount(), clock.instant());
        var refund = book.open(wanted, SandboxMessages.of(wanted));
        if (refund.isEmpty()) return new RefundResult.Refused("More than was paid.");
        if (!refund.get().amount().equals(order.amount())) {
            return new RefundResult.Unknown("the key was used for another request");
        }
        if (script == SandboxScript.REFUND_TIMEOUT && !isRepeated) return new RefundResult.Unknown(TIMED_OUT);
        return refunded(refund.get());
    }

    /// Always empty: only this service moves money in the sandbox.
    @Override
    public List<ForeignRefund> foreignRefunds(String chargeId) {
        return List.of();
    }

    @Override
    public Optional<RefundResult> findRefund(UUID refundId, String chargeId) {
        return book.refund(refundId)
                .filter(refund -> chargeId(refund.paymentId()).equals(chargeId))
                .map(SandboxProcessor::refunded);
    }

    @Override
    public Optional<Callback> callback(byte[] raw, String signature) {
        return CallbackSignature.isRight(signature, raw, callbackSecret, clock.instant())
                ? CallbackReader.read(raw)
                : Optional.empty();
    }

    /// The messages that are due now. A sweep passes them to the inbox that a real processor's reach.
    public List<Signed> due() {
        var now = clock.instant();
        return book.takeDue(now, MESSAGE_COUNT_MAX).stream()
                .map(message -> {
                    var raw = message.body().getBytes(UTF_8);
                    var secret = message.isForged() ? Secret.of("a guess") : callbackSecret;
                    return new Signed(message.body(), CallbackSignature.header(raw, secret, now));
                })
                .toList();
    }

    /// Gives a customer one of the script methods, as the sandbox form does, for callers that have no browser.
    public Method attach(String customerId, String methodId) {
        if (SandboxScript.of(methodId).isEmpty() || !Method.isId(methodId)) {
            throw new IllegalArgumentException("no sandbox method is called " + methodId);
        }
        var held = new Held(customerId, methodId, clock.instant());
        book.attach(held);
        return method(held);
    }

    static String chargeId(UUID paymentId) {
        return "pi_sandbox_" + plain(paymentId);
    }

    static String refundId(UUID refundId) {
        return "re_sandbox_" + plain(refundId);
    }

    private static Optional<UUID> paymentId(String chargeId) {
        if (!chargeId.matches("pi_sandbox_[0-9a-f]{32}")) return Optional.empty();
        var digits = chargeId.substring("pi_sandbox_".length());
        return Optional.of(new UUID(
                Long.parseUnsignedLong(digits.substring(0, 16), 16), Long.parseUnsignedLong(digits.substring(16), 16)));
    }

    private static Method method(Held held) {
        var script = SandboxScript.of(held.methodId()).orElseThrow();
        return new Method(held.methodId(), script.details());
    }

    private static RefundResult refunded(Return refund) {
        return new RefundResult.Refunded(refundId(refund.refundId()), refund.amount());
    }

    private static String plain(UUID id) {
        return id.toString().replace("-", "");
    }
}
