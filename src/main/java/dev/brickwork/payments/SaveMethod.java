package dev.brickwork.payments;

import dev.brickwork.invoices.Invoices;
import dev.brickwork.kernel.Caller;
import dev.brickwork.payments.MethodStore.Owner;
import dev.brickwork.payments.Processors.Connected;
import dev.brickwork.plumbing.database.Database;

/// What `paywall_force_autopay` promises on the payment page (API extended 1): the method that was used there becomes
/// the company's default, and the later invoices of the subscription are charged to it by themselves.
final class SaveMethod {
    private final Database database;
    private final Invoices invoices;
    private final SetDefaultMethod choosing;
    private final CollectionStore collections;

    SaveMethod(Payments.Rooms rooms, SetDefaultMethod choosing, CollectionStore collections) {
        this.database = rooms.database();
        this.invoices = rooms.invoices();
        this.choosing = choosing;
        this.collections = collections;
    }

    /// The processor lists the newest method first.
    void run(Caller caller, Connected connected, OpenForm form) {
        var found = connected.processor().methods(form.payer());
        if (found.isEmpty()) return;
        database.inTransaction(caller, tx -> {
            choosing.run(tx, caller, new Owner(form.company(), form.account()), found.getFirst());
            var subscription =
                    invoices.find(tx, caller, form.invoice()).orElseThrow().subscription();
            subscription.ifPresent(id -> collections.turn(tx, caller, id, true));
            return found.getFirst();
        });
    }
}
