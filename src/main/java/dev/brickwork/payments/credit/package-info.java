/// Use of a customer's credit by hand: granted, and applied to invoices.
@NullMarked
package dev.brickwork.payments.credit;

import org.jspecify.annotations.NullMarked;
