package dev.brickwork.payments.methods;

import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.payments.processor.Method;
import dev.brickwork.payments.processor.Processor;
import dev.brickwork.payments.processor.Processor.Kind;
import dev.brickwork.payments.processor.ProcessorUnavailable;
import dev.brickwork.payments.processor.SandboxProcessor;
import dev.brickwork.payments.processor.SandboxStore;
import dev.brickwork.payments.processor.StripeProcessor;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.sellers.Mode;
import dev.brickwork.sellers.Sellers;
import java.net.URI;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// Which processor a seller has, ready to be called, and what it calls the seller's companies. Opens its own
/// transactions, because no call to a processor is made inside one.
public final class Processors {
    public static final String SANDBOX_ACCOUNT = "acct_sandbox";

    private final Database database;
    private final Sellers sellers;
    private final Customers customers;
    private final ProcessorStore store;
    private final Outside outside;

    /// Settings and services that calls to processors need.
    ///
    /// @param baseUrl the public address of this service, without a slash at its end
    /// @param stripe where Stripe is reached
    public record Outside(SecretEncryption seal, String baseUrl, URI stripe, InstantSource realTime) {
        URI sandboxForms() {
            return URI.create(baseUrl + "/sandbox/");
        }

        String callbacks(String token) {
            return baseUrl + "/callbacks/" + token;
        }
    }

    /// A processor with the name of the account that it stands for.
    public record Connected(Processor processor, String accountId, Optional<String> publishableKey) {
        Kind kind() {
            return processor.kind();
        }
    }

    public Processors(Database database, Sellers sellers, Customers customers, ProcessorStore store, Outside outside) {
        this.database = database;
        this.sellers = sellers;
        this.customers = customers;
        this.store = store;
        this.outside = outside;
    }

    public Optional<Connected> find(Caller caller) {
        return database.read(tx -> find(tx.as(caller)));
    }

    /// The account that something began with; empty when it is not connected any more.
    public Optional<Connected> find(Caller caller, String account) {
        return find(caller).filter(connected -> connected.accountId.equals(account));
    }

    public Optional<Connected> find(Tx tx) {
        var connection = store.find(tx);
        if (connection.isPresent()) return Optional.of(connected(tx.caller(), connection.get()));
        boolean isTest = sellers.get(tx, tx.seller()).mode() == Mode.TEST;
        return isTest ? Optional.of(sandbox(tx.caller())) : Optional.empty();
    }

    public boolean isTakingPayments(Caller caller) {
        return database.read(tx -> store.isTakingPayments(tx, caller.seller()));
    }

    public Connected require(Caller caller) {
        return find(caller).orElseThrow(Processors::notConnected);
    }

    public static Refusal notConnected() {
        return Refusal.badRequest("no payment processor is connected; connect one with PUT /processor");
    }

    private Connected connected(Caller caller, Connection connection) {
        if (connection.kind() == Kind.SANDBOX) return sandbox(caller);
        var credentials = connection.credentials().orElseThrow();
        return new Connected(stripe(caller, credentials), connection.accountId(), connection.publishableKey());
    }

    /// Its messages are dated by real time, whatever the seller's clock says.
    StripeProcessor stripe(Caller caller, Connection.Credentials credentials) {
        var callbackSecret = credentials
                .callbackSecret()
                .orElseGet(() ->
                        outside.seal.derive("no callbacks:" + caller.seller().value()));
        return new StripeProcessor(
                new StripeProcessor.Connection(
                        credentials.secretKey(), callbackSecret, outside.stripe, StripeProcessor.Connection.TIMEOUT),
                outside.realTime);
    }

    public Connected sandbox(Caller caller) {
        return new Connected(sandboxProcessor(caller), SANDBOX_ACCOUNT, Optional.empty());
    }

    /// On the seller's clock, so that a test clock moves processing payments on.
    public SandboxProcessor sandboxProcessor(Caller caller) {
        return new SandboxProcessor(
                new SandboxStore(database, caller.seller()),
                caller::now,
                outside.seal.derive("sandbox:" + caller.seller().value()),
                outside.sandboxForms());
    }

    Optional<String> payer(Caller caller, Connected connected, UUID company) {
        return database.read(tx -> payer(tx.as(caller), connected, company));
    }

    public Optional<String> payer(Tx tx, Connected connected, UUID company) {
        return store.payer(tx, company, connected.accountId);
    }

    /// A method, if it is the company's.
    Optional<Method> method(Caller caller, Connected connected, UUID company, String id) {
        return payer(caller, connected, company)
                .filter(_ -> Method.isId(id))
                .flatMap(payer -> connected.processor.method(payer, id));
    }

    /// The language of a payer whom the sandbox knows by this name.
    public Locale sandboxLocale(Caller caller, String payerId) {
        return database.read(tx -> store.companyOf(tx.as(caller), SANDBOX_ACCOUNT, payerId)
                        .flatMap(company -> customers.find(tx.as(caller), new CustomerId(company))))
                .map(Customer::locale)
                .orElse(Locale.ENGLISH);
    }

    /// Asks the processor for something for a company, by its name there. The company is made known to it if it is
    /// not, or was deleted there since.
    public <T> T forPayer(Caller caller, Connected connected, UUID company, Function<String, T> call) {
        var known = payer(caller, connected, company);
        var payer = known.orElseGet(() -> makePayer(caller, connected, company, known));
        try {
            return call.apply(payer);
        } catch (ProcessorUnavailable failed) {
            if (failed.why() != ProcessorUnavailable.Why.UNKNOWN_PAYER) throw failed;
            return call.apply(makePayer(caller, connected, company, Optional.of(payer)));
        }
    }

    private String makePayer(Caller caller, Connected connected, UUID company, Optional<String> former) {
        var made = connected.processor.createCustomer(
                database.read(tx -> asPayer(tx.as(caller), new CustomerId(company), former)));
        database.write(caller, tx -> store.savePayer(tx, company, connected.accountId, former, made));
        return payer(caller, connected, company).orElseThrow();
    }

    private Processor.Payer asPayer(Tx tx, CustomerId id, Optional<String> former) {
        var customer = customers.find(tx, id).orElseThrow(() -> Refusal.notFound("customer"));
        var name = customer.formalName();
        return new Processor.Payer(id.value(), name, customers.email(tx, id), former);
    }
}
