package dev.brickwork.payments.processor;

/// The processor did not answer, or refused us as a whole, in a call that moves no money. The message is ours and
/// holds nothing of what the other side said.
public final class ProcessorUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ProcessorUnavailable(String message) {
        super(message);
    }

    ProcessorUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
