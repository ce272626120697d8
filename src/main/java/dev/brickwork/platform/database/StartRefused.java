package dev.brickwork.platform.database;

/// The service cannot start, and its operator can do something about it. The message is one sentence that says
/// what; it is printed alone, without a stack trace.
public final class StartRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StartRefused(String sentence) {
        super(sentence);
    }

    public StartRefused(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
