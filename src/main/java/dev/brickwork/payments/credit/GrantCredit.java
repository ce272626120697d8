package dev.brickwork.payments.credit;

import dev.brickwork.ledger.Account;
import dev.brickwork.ledger.Cause;
import dev.brickwork.ledger.Credits;
import dev.brickwork.ledger.Entry;
import dev.brickwork.ledger.Journal;
import dev.brickwork.payments.PaymentDependencies;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import java.util.Optional;

/// Gives a customer credit by hand (rule I-11).
final class GrantCredit {
    private final Journal journal;
    private final Credits credits;

    GrantCredit(PaymentDependencies rooms, Credits credits) {
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
