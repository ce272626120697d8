/// Payments as they are written down: by hand ([RecordPayment]), or from what a processor took ([Booking]).
///
/// Always true: what is booked on an invoice moves through the API of `invoices`, with the lock of its row held.
@NullMarked
package dev.brickwork.payments.booking;

import org.jspecify.annotations.NullMarked;
