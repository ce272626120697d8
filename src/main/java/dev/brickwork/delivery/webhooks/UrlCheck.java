package dev.brickwork.delivery.webhooks;

import dev.brickwork.delivery.webhooks.delivery.Sender;
import dev.brickwork.delivery.webhooks.endpoints.EndpointInput;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.egress.Guard;
import dev.brickwork.sellers.Mode;
import dev.brickwork.sellers.Sellers;

/// Refuses an address that deliveries would not be sent to, with the reason. May ask a name server, so it runs
/// outside any transaction.
final class UrlCheck {
    private final Database database;
    private final Sellers sellers;
    private final Guard guard;
    private final Sender sender;

    UrlCheck(Database database, Sellers sellers, Guard guard, Sender sender) {
        this.database = database;
        this.sellers = sellers;
        this.guard = guard;
        this.sender = sender;
    }

    void require(Caller caller, String url) {
        boolean isTest = database.read(tx -> sellers.get(tx, caller.seller()).mode()) == Mode.TEST;
        var refusal = sender.refusal(guard, url, isTest);
        if (refusal.isPresent()) throw EndpointInput.badUrl(refusal.get());
    }
}
