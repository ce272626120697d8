package dev.brickwork.payments;

import dev.brickwork.customers.Customers;
import dev.brickwork.invoices.Invoices;
import dev.brickwork.journal.Journal;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.Seal;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.plumbing.outbox.Outbox;
import dev.brickwork.sellers.Sellers;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// The door of the room.
public final class Payments {
    private final ProcessorStore store;
    private final ProcessorResource processorResource;
    private final MethodResource methodResource;
    private final RecordPayment recording;
    private final PaymentResource paymentResource;
    private final CreditResource creditResource;

    /// The rooms that this one builds on.
    public record Rooms(
            Database database, Sellers sellers, Customers customers, Journal journal, Invoices invoices, Outbox outbox) {}

    /// What stands around it.
    ///
    /// @param baseUrl the public address of this service, without a slash at its end
    /// @param stripeUrl where Stripe is reached, if not at Stripe
    public record Surroundings(Seal seal, String baseUrl, Optional<String> stripeUrl, InstantSource realTime) {}

    public Payments(Rooms rooms, Surroundings around) {
        var outside = new Processors.Outside(
                around.seal,
                around.baseUrl,
                around.stripeUrl.map(URI::create).orElse(StripeProcessor.BASE),
                around.realTime);
        store = new ProcessorStore(around.seal);
        var methods = new MethodStore();
        var view = new MethodView();
        var processors = new Processors(rooms.database, rooms.sellers, rooms.customers, store, outside);
        var choosing = new SetDefaultMethod(rooms.database, rooms.customers, processors, methods, view, List.of());
        var credits = new CreditLedger();
        recording = new RecordPayment(rooms, credits);
        paymentResource = new PaymentResource(rooms, recording);
        creditResource = new CreditResource(rooms, credits);
        processorResource = new ProcessorResource(rooms.database, rooms.sellers, store, processors, outside);
        methodResource = new MethodResource(rooms.database, rooms.customers, processors, methods, view, choosing);
    }

    /// Whether invoices of this seller have a payment page (API 2.1).
    public boolean isTakingPayments(Handle tx, SellerId seller) {
        return store.isTakingPayments(tx, seller);
    }

    public Routes routes() {
        return new Routes().include(processorResource.routes()).include(methodResource.routes())
                .include(paymentResource.routes())
                .include(creditResource.routes());
    }
}
