package dev.brickwork.accounting;

import dev.brickwork.accounting.books.Books;
import dev.brickwork.kernel.SellerId;

/// The books of one seller.
record Destination(SellerId seller, String organisation, Books books) {}
