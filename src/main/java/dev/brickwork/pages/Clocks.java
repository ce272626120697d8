package dev.brickwork.pages;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.sellers.Sellers;

/// Who acts when a visitor does something: a person on that page, at the seller's time.
final class Clocks {
    private final Database database;
    private final Sellers sellers;

    Clocks(Database database, Sellers sellers) {
        this.database = database;
        this.sellers = sellers;
    }

    Caller caller(Visit visit, SellerId seller) {
        var now = database.read(tx -> sellers.testClock(tx, seller)).orElse(visit.now());
        return new Caller(seller, "person:" + visit.section(), visit.request().requestId(), now);
    }
}
