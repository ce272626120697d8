package dev.brickwork.payments.processor;

/// The processor did not answer, or refused us as a whole. The message is ours and holds nothing of what the other
/// side said.
public final class ProcessorUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean isRefusal;

    public ProcessorUnavailable(String message) {
        this(message, false);
    }

    public ProcessorUnavailable(String message, boolean isRefusal) {
        super(message);
        this.isRefusal = isRefusal;
    }

    ProcessorUnavailable(String message, boolean isRefusal, Throwable cause) {
        super(message, cause);
        this.isRefusal = isRefusal;
    }

    /// Whether it refuses the seller's account, so that nothing goes on before the seller has done something.
    public boolean isRefusal() {
        return isRefusal;
    }
}
