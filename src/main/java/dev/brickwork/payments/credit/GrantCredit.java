package dev.brickwork.payments.credit;

import dev.brickwork.invoices.Credits;
import dev.brickwork.journal.Account;
import dev.brickwork.journal.Cause;
import dev.brickwork.journal.Entry;
import dev.brickwork.journal.Journal;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.payments.PaymentRooms;
import dev.brickwork.plumbing.database.Tx;
import java.util.Optional;

/// Gives a customer credit by hand (rule I-11).
final class GrantCredit {
    private final Journal journal;
    private final Credits credits;

    GrantCredit(PaymentRooms rooms, Credits credits) {
        this.journal = rooms.journal();
        this.credits = credits;
    }

    void run(Tx tx, Credits.Account account, long amount, Optional<String> reason) {
        if (!credits.hasRoomFor(tx, account, amount)) {
            throw Refusal.badField("amount", "The balance would be more than can be kept.");
        }
        credits.move(tx, account.grant(Credits.Source.MANUAL, amount).because(reason));
        journal.post(
                tx,
                Entry.of(Cause.CREDIT_GRANTED, account.currency(), account.customer())
                        .move(Account.GOODWILL, Account.CUSTOMER_CREDIT, amount));
    }
}
