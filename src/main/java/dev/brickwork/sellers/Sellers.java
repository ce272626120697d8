package dev.brickwork.sellers;

import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.jobs.Sweeps;
import dev.brickwork.sellers.keys.Keys;
import java.time.Instant;
import java.util.Optional;

/// Facade of sellers: settings, legal entities, number series and test clocks.
public final class Sellers {
    private final SellerStore sellers = new SellerStore();
    private final LegalEntityStore entities = new LegalEntityStore();
    private final TestClockStore clocks = new TestClockStore();
    private final CreateSeller createSeller;
    private final SellerResource resource;

    public Sellers(Database database, Sweeps sweeps, Keys keys, BusinessData businessData) {
        this.createSeller = new CreateSeller(sellers, entities, keys);
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

    public CreateSeller.Created create(Tx tx, CreateSeller.Input input) {
        return createSeller.run(tx, input);
    }

    public Optional<Seller> find(SqlSession tx, SellerId seller) {
        return sellers.find(tx, seller);
    }

    public Seller get(SqlSession tx, SellerId seller) {
        return sellers.find(tx, seller).orElseThrow(() -> new IllegalStateException("no seller %s".formatted(seller)));
    }

    public long count(SqlSession tx) {
        return sellers.count(tx);
    }

    public Optional<LegalEntity> entity(Tx tx, LegalEntityId id) {
        return entities.find(tx, id);
    }

    /// The one that a request names; one that is not there, or not this seller's, is a fault of the field.
    public Optional<LegalEntity> named(Tx tx, Fields fields) {
        var id = fields.uuid("legal_entity_id").map(LegalEntityId::new);
        var found = id.flatMap(it -> entities.find(tx, it));
        if (id.isPresent() && found.isEmpty()) fields.fault("legal_entity_id", "There is no such legal entity.");
        return found;
    }

    public LegalEntity defaultEntity(Tx tx) {
        return entities.standard(tx);
    }

    /// Those who change what a seller has one of come one after the other, so that the second one sees what the first
    /// has done, also where there was nothing before.
    public void hold(Tx tx) {
        var _ = sellers.lock(tx).orElseThrow();
    }

    /// Takes the next numbers of a series. Its row stays locked until the commit, so this comes after every other
    /// lock; a rollback gives the numbers back.
    public NumbersTaken takeNumbers(Tx tx, LegalEntityId entity, int year, int count) {
        return entities.takeNumbers(tx, entity, year, count);
    }

    /// The time of a test seller whose clock was set; empty for a seller on real time.
    public Optional<Instant> testClock(SqlSession tx, SellerId seller) {
        return clocks.now(tx, seller);
    }
}
