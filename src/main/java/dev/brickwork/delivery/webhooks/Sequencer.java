package dev.brickwork.delivery.webhooks;

import dev.brickwork.delivery.webhooks.delivery.DeliveryStore;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAway;
import java.time.InstantSource;
import java.util.Optional;

/// Gives committed events their place in the seller's feed and puts them in line for every endpoint that wants
/// them, in one transaction: an event in the feed is on its way, and nothing is on its way that the feed does not
/// show.
final class Sequencer {
    private static final int BATCH_EVENTS_MAX = 1_000;
    private static final int SELLERS_MAX = 1_000;

    private final Database database;
    private final FeedStore feed;
    private final DeliveryStore deliveries;
    private final InstantSource realTime;
    private final Runnable onDue;

    /// `onDue` is told when there is something to deliver.
    Sequencer(Database database, FeedStore feed, DeliveryStore deliveries, InstantSource realTime, Runnable onDue) {
        this.database = database;
        this.feed = feed;
        this.deliveries = deliveries;
        this.realTime = realTime;
        this.onDue = onDue;
    }

    /// One bite of every seller that waits, so that neither a billing run of one nor its trouble delays the others.
    /// True when there may be more.
    boolean round() {
        var sellers = database.read(tx -> feed.waitingSellers(tx, SELLERS_MAX));
        boolean isMore = sellers.size() == SELLERS_MAX;
        var trouble = Optional.<RuntimeException>empty();
        for (var seller : sellers) {
            try {
                isMore |= bite(seller) == BATCH_EVENTS_MAX;
            } catch (DatabaseAway away) {
                throw away; // For all of them.
            } catch (RuntimeException failed) {
                trouble = Optional.of(new IllegalStateException("numbering the events of " + seller, failed));
            }
        }
        if (trouble.isPresent()) throw trouble.get();
        return isMore;
    }

    /// @param lined how many deliveries it made
    private record Batch(int numbered, int lined) {}

    private int bite(SellerId seller) {
        var now = realTime.instant();
        var bite = database.inTransaction(tx -> {
            long last = feed.lock(tx, seller);
            int numbered = feed.number(tx, seller, last, BATCH_EVENTS_MAX);
            return new Batch(numbered, numbered > 0 ? deliveries.fanOut(tx, seller, last, numbered, now) : 0);
        });
        if (bite.lined > 0) onDue.run();
        return bite.numbered;
    }
}
