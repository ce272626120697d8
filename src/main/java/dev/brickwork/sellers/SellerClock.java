package dev.brickwork.sellers;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import java.time.Instant;
import java.time.InstantSource;

/// The time by which a seller lives, for work that comes with no request: real time, but for a test seller whose clock
/// was set.
public final class SellerClock {
    private final Database database;
    private final Sellers sellers;
    private final InstantSource realTime;

    public SellerClock(Database database, Sellers sellers, InstantSource realTime) {
        this.database = database;
        this.sellers = sellers;
        this.realTime = realTime;
    }

    public Instant now(SellerId seller) {
        return database.read(tx -> sellers.testClock(tx, seller)).orElseGet(realTime::instant);
    }
}
