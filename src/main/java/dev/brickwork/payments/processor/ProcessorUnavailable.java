package dev.brickwork.payments.processor;

/// The processor did not say what we have to know before anything else. The message is ours and holds nothing of what
/// the other side said.
public final class ProcessorUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    public enum Why {
        /// It does not say what became of one thing; others can go on.
        IN_DOUBT,
        /// It does not answer.
        AWAY,
        /// It refuses the seller's account, so that nothing goes on before the seller has done something.
        REFUSED,
        /// The payer was deleted there.
        UNKNOWN_PAYER,
        /// It takes no amount as small, as large or as exact as this, or not its currency; the message says which.
        AMOUNT
    }

    private final Why why;

    public ProcessorUnavailable(Why why, String message) {
        super(message);
        this.why = why;
    }

    ProcessorUnavailable(Why why, String message, Throwable cause) {
        super(message, cause);
        this.why = why;
    }

    public Why why() {
        return why;
    }
}
