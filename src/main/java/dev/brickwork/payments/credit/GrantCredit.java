package dev.brickwork.payments.credit;

import dev.brickwork.ledger.Account;
import dev.brickwork.ledger.Cause;
import dev.brickwork.ledger.CreditAccount;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.CreditSource;
import dev.brickwork.ledger.Entry;
import dev.brickwork.ledger.Journal;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import java.util.Optional;

/// Gives a customer credit by hand (rule I-11).
final class GrantCredit {
    private final Journal journal;
    private final CreditLedger credits;

    GrantCredit(PaymentDependencies modules) {
        this.journal = modules.journal();
        this.credits = modules.credits();
    }

    void run(Tx tx, CreditAccount account, long amount, Optional<String> reason) {
        if (!credits.hasRoomFor(tx, account, amount)) {
            throw Refusal.badField("amount", "The balance would be more than can be kept.");
        }
        credits.move(tx, account.grant(CreditSource.MANUAL, amount).because(reason));
        journal.post(
                tx,
                Entry.of(Cause.CREDIT_GRANTED, account.currency(), account.customer())
                        .move(Account.GOODWILL, Account.CUSTOMER_CREDIT, amount));
    }
}
