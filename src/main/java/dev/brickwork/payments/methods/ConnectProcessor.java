package dev.brickwork.payments.methods;

import dev.brickwork.payments.processor.Processor;
import dev.brickwork.payments.processor.Processor.Kind;
import dev.brickwork.payments.processor.ProcessorUnavailable;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.Tokens;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.sellers.Mode;
import dev.brickwork.sellers.Sellers;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Connects a seller's account at a processor. The credentials are shown to the processor first and kept only when it
/// knows them; they are never shown again.
final class ConnectProcessor implements Routes.Staged {
    private static final Pattern STRIPE_KEY = Pattern.compile("(sk|rk)_(live|test)_[A-Za-z0-9_]{1,240}");
    private static final Pattern STRIPE_CALLBACK_SECRET = Pattern.compile("whsec_[A-Za-z0-9+/=_-]{1,240}");
    private static final int PUBLISHABLE_KEY_LENGTH_MAX = 255;

    private final Database database;
    private final Sellers sellers;
    private final ProcessorStore store;
    private final Processors processors;
    private final BiConsumer<Caller, String> closeForms;
    private final Consumer<Tx> tryAgain;
    private final Function<Tx, Answer> shown;

    ConnectProcessor(
            Database database,
            Sellers sellers,
            ProcessorStore store,
            Processors processors,
            BiConsumer<Caller, String> closeForms,
            Consumer<Tx> tryAgain,
            Function<Tx, Answer> shown) {
        this.database = database;
        this.sellers = sellers;
        this.store = store;
        this.processors = processors;
        this.closeForms = closeForms;
        this.tryAgain = tryAgain;
        this.shown = shown;
    }

    /// The request, read and validated.
    private record Input(Kind kind, Optional<Connection.Credentials> credentials, Optional<String> publishableKey) {}

    /// Money of the sandbox is no money: a live seller that took it would give its goods away. The same holds for a
    /// test key; and a live key would let a test take real money.
    private static Optional<String> mismatch(Mode mode, Kind kind, Optional<String> secretKey) {
        if (mode == Mode.LIVE && kind == Kind.SANDBOX) return Optional.of("The sandbox is for test sellers only.");
        boolean isLiveKey = secretKey.filter(key -> key.contains("_live_")).isPresent();
        if (kind == Kind.STRIPE && secretKey.isPresent() && isLiveKey != (mode == Mode.LIVE)) {
            return Optional.of("This is a %s seller: it takes %s keys only."
                    .formatted(mode.wire(), mode == Mode.LIVE ? "live" : "test"));
        }
        return Optional.empty();
    }

    @Override
    public UUID begin(Tx tx, Request request) {
        read(tx, request);
        request.requireVersionOf(store.find(tx));
        return request.seller().value();
    }

    private Input read(Tx tx, Request request) {
        var fields = request.fields();
        var kind = fields.require("kind", name -> fields.oneOf(name, Kind.values()));
        var credentials = fields.object("credentials");
        Optional<Connection.Credentials> given = kind.equals(Optional.of(Kind.STRIPE))
                ? stripe(credentials.orElseGet(() -> missing(fields)))
                : Optional.empty();
        var publishableKey = credentials.flatMap(its -> its.filledText("publishable_key", PUBLISHABLE_KEY_LENGTH_MAX));
        fields.check();
        var mode = sellers.get(tx, request.seller()).mode();
        mismatch(mode, kind.orElseThrow(), given.map(its -> its.secretKey().reveal()))
                .ifPresent(why -> {
                    throw Refusal.badField(given.isPresent() ? "credentials.secret_key" : "kind", why);
                });
        return new Input(kind.orElseThrow(), given, publishableKey);
    }

    private static Fields missing(Fields fields) {
        fields.fault("credentials.secret_key", Fields.REQUIRED);
        return Fields.none();
    }

    private static Optional<Connection.Credentials> stripe(Fields credentials) {
        var key = credentials.require(
                "secret_key",
                name -> credentials.matching(name, STRIPE_KEY, "Must be a secret key of Stripe (sk_… or rk_…)."));
        var callbacks = credentials.matching(
                "webhook_secret", STRIPE_CALLBACK_SECRET, "Must be the signing secret of a Stripe webhook (whsec_…).");
        return key.map(text -> new Connection.Credentials(Secret.of(text), callbacks.map(Secret::of)));
    }

    @Override
    public Routes.Write finish(Request request, UUID intent) {
        var caller = request.caller();
        var input = database.read(tx -> read(tx.as(caller), request));
        var account = account(caller, input);
        if (account.id().isEmpty()) {
            throw Refusal.badField("credentials.secret_key", account.problem().orElse("Stripe refused the API key."));
        }
        var left = former(database.read(tx -> store.find(tx.as(caller))));
        boolean isMove = !left.equals(account.id());
        if (isMove) closeForms.accept(caller, left);
        boolean isShut = isMove && isShut(caller, left);
        return (tx, _) -> {
            sellers.hold(tx);
            var before = store.find(tx);
            request.requireVersionOf(before);
            var former = former(before);
            if (!former.equals(account.id())) requireIdle(tx, former, isShut && former.equals(left));
            store.save(
                    tx,
                    new Connection(
                            input.kind,
                            account.id(),
                            input.credentials,
                            input.publishableKey,
                            account.takesPayments(),
                            account.problem(),
                            before.map(Connection::token).orElseGet(Tokens::fresh),
                            caller.now()));
            tryAgain.accept(tx);
            return shown.apply(tx);
        };
    }

    /// @param isShut whether the account refuses all access, so that waiting for what is under way there is useless
    private void requireIdle(Tx tx, String account, boolean isShut) {
        var business = store.business(tx, account);
        if (business.isFormOpen() || (business.isMoneyUnderWay() && !isShut)) {
            throw Refusal.badRequest("payments are being processed with the account that is connected now");
        }
    }

    /// Whether the processor refuses all access to an account, as when it was closed.
    private boolean isShut(Caller caller, String account) {
        try {
            return processors
                    .find(caller, account)
                    .filter(connected -> connected.processor().account().id().isEmpty())
                    .isPresent();
        } catch (ProcessorUnavailable silent) {
            return false;
        }
    }

    private static String former(Optional<Connection> connection) {
        return connection.map(Connection::accountId).orElse(Processors.SANDBOX_ACCOUNT);
    }

    private Processor.Account account(Caller caller, Input input) {
        return input.credentials
                .map(credentials -> Unavailable.refused(
                        () -> processors.stripe(caller, credentials).account()))
                .orElseGet(() -> new Processor.Account(Processors.SANDBOX_ACCOUNT, true, Optional.empty()));
    }
}
