package dev.brickwork.payments.methods;

import dev.brickwork.payments.processor.Processor.Kind;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.sellers.Mode;
import dev.brickwork.sellers.Sellers;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// The connected processor over HTTP.
public final class ProcessorResource {
    private final Sellers sellers;
    private final ProcessorStore store;
    private final Processors.Outside outside;
    private final ConnectProcessor connecting;

    /// @param closeForms closes the forms at which invoices can be paid with an account
    /// @param tryAgain requeues the tasks that were given up while the account was refused
    public ProcessorResource(
            Database database,
            Sellers sellers,
            ProcessorStore store,
            Processors processors,
            Processors.Outside outside,
            BiConsumer<Caller, String> closeForms,
            Consumer<Tx> tryAgain) {
        this.sellers = sellers;
        this.store = store;
        this.outside = outside;
        this.connecting = new ConnectProcessor(database, sellers, store, processors, closeForms, tryAgain, this::shown);
    }

    public Routes routes() {
        return new Routes()
                .get("/processor", Scope.READ, (tx, request) -> shown(tx))
                .staged("PUT", "/processor", Scope.PAYMENTS, connecting);
    }

    private Answer shown(Tx tx) {
        var connection = store.find(tx);
        if (connection.isPresent()) {
            return Answer.ok(json -> json.object(out -> connected(out, connection.get())))
                    .versionOf(connection);
        }
        var seller = sellers.get(tx, tx.seller());
        boolean isSandbox = seller.mode() == Mode.TEST;
        return Answer.ok(json ->
                        json.object(out -> out.put("kind", isSandbox ? Optional.of(Kind.SANDBOX) : Optional.empty())
                                .put("state", isSandbox ? "CONNECTED" : "NOT_CONNECTED")
                                .put("can_take_payments", isSandbox)
                                .putNull("account_id")
                                .put("connected_at", isSandbox ? Optional.of(seller.createdAt()) : Optional.empty())
                                .putNull("problem")
                                .putNull("callback_url")))
                .versionOf(connection);
    }

    private void connected(JsonWriter out, Connection connection) {
        boolean isStripe = connection.kind() == Kind.STRIPE;
        out.put("kind", connection.kind())
                .put("state", connection.takesPayments() ? "CONNECTED" : "REFUSED")
                .put("can_take_payments", connection.takesPayments())
                .put("account_id", isStripe ? Optional.of(connection.accountId()) : Optional.empty())
                .put("connected_at", connection.connectedAt())
                .put("problem", connection.problem())
                .put("callback_url", isStripe ? Optional.of(outside.callbacks(connection.token())) : Optional.empty());
    }
}
