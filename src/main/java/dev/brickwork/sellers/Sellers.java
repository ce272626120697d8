package dev.brickwork.sellers;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.http.Fields;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.plumbing.jobs.Sweeps;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// The door of the room.
public final class Sellers {
    private final SellerStore sellers = new SellerStore();
    private final LegalEntityStore entities = new LegalEntityStore();
    private final TestClockStore clocks = new TestClockStore();
    private final CreateSeller createSeller;
    private final SellerResource resource;

    public Sellers(Database database, Sweeps sweeps, FirstKey firstKey, BusinessData businessData) {
        this.createSeller = new CreateSeller(sellers, entities, firstKey);
        this.resource = new SellerResource(
                sellers,
                entities,
                clocks,
                createSeller,
                new AdvanceTestClock(AdvanceTestClock.Kind.SET, sellers, clocks, businessData, sweeps, database),
                new AdvanceTestClock(AdvanceTestClock.Kind.ADVANCE, sellers, clocks, businessData, sweeps, database));
    }

    public Routes routes() {
        return resource.routes();
    }

    public CreateSeller.Created create(Handle tx, Caller caller, CreateSeller.Wish wish) {
        return createSeller.run(tx, caller, wish);
    }

    public Optional<Seller> find(Handle tx, SellerId seller) {
        return sellers.find(tx, seller);
    }

    public Seller get(Handle tx, SellerId seller) {
        return sellers.find(tx, seller).orElseThrow(() -> new IllegalStateException("no seller %s".formatted(seller)));
    }

    public long count(Handle tx) {
        return sellers.count(tx);
    }

    public Optional<LegalEntity> entity(Handle tx, Caller caller, LegalEntityId id) {
        return entities.find(tx, caller, id);
    }

    /// The one that a request names; one that is not there, or not this seller's, is a fault of the field.
    public Optional<LegalEntity> named(Handle tx, Caller caller, Fields fields) {
        var id = fields.uuid("legal_entity_id").map(LegalEntityId::new);
        var found = id.flatMap(it -> entities.find(tx, caller, it));
        if (id.isPresent() && found.isEmpty()) fields.fault("legal_entity_id", "There is no such legal entity.");
        return found;
    }

    public LegalEntity defaultEntity(Handle tx, Caller caller) {
        return entities.standard(tx, caller);
    }

    /// Those who change what a seller has one of come one after the other, so that the second one sees what the first
    /// has done, also where there was nothing before.
    public void hold(Handle tx, Caller caller) {
        var _ = sellers.lock(tx, caller).orElseThrow();
    }

    /// Takes the next numbers of a series. Its row stays locked until the commit, so this comes after every other
    /// lock; a rollback gives the numbers back.
    public NumbersTaken takeNumbers(Handle tx, Caller caller, LegalEntityId entity, int year, int count) {
        return entities.takeNumbers(tx, caller, entity, year, count);
    }

    /// The time of a test seller whose clock was set; empty for a seller on real time.
    public Optional<Instant> testClock(Handle tx, SellerId seller) {
        return clocks.now(tx, seller);
    }
}
