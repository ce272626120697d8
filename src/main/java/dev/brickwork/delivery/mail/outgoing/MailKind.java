package dev.brickwork.delivery.mail.outgoing;

/// The purpose of a message.
public enum MailKind {
    INVOICE,
    REISSUE,
    VOID_NOTICE,
    REMINDER,
    PAYMENT_FAILED,
    RECEIPT,
    PAGE_CODE,
    PAUSED,
    RESUMED,
    TERMINATED,
    USAGE_ALERT,
    ENDPOINT_DISABLED,
    KEY_LEAKED,
    BOOKS_REFUSED,
    PROCESSOR_REFUSED,
    PROBLEM_FOUND
}
