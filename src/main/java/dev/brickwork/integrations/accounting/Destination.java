package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.Books;
import dev.brickwork.platform.SellerId;

/// The books of one seller.
record Destination(SellerId seller, String organisation, Books books) {}
