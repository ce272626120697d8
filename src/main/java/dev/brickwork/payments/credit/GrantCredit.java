package dev.brickwork.payments.credit;

import dev.brickwork.invoices.Credits;
import dev.brickwork.journal.Account;
import dev.brickwork.journal.Cause;
import dev.brickwork.journal.Entry;
import dev.brickwork.journal.Journal;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.payments.PaymentRooms;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Gives a customer credit by hand (rule I-11).
final class GrantCredit {
    private final Journal journal;
    private final Credits credits;

    GrantCredit(PaymentRooms rooms, Credits credits) {
        this.journal = rooms.journal();
        this.credits = credits;
    }

    void run(Handle tx, Caller caller, Credits.Account account, long amount, Optional<String> reason) {
        if (!credits.hasRoomFor(tx, caller, account, amount)) {
            throw Refusal.badField("amount", "The balance would be more than can be kept.");
        }
        credits.move(tx, caller, account.grant(Credits.Source.MANUAL, amount).because(reason));
        journal.post(
                tx,
                caller,
                Entry.of(Cause.CREDIT_GRANTED, account.currency(), account.customer())
                        .move(Account.GOODWILL, Account.CUSTOMER_CREDIT, amount));
    }
}
