package dev.brickwork.sellers;

import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;

/// Sellers, legal entities and the test clock over HTTP.
final class SellerResource {

    private final SellerStore sellers;
    private final LegalEntityStore entities;
    private final TestClockStore clocks;
    private final CreateSeller createSeller;
    private final ChangeSettings changeSettings;
    private final AdvanceTestClock setClock;
    private final AdvanceTestClock advanceClock;

    SellerResource(
            SellerStore sellers,
            LegalEntityStore entities,
            TestClockStore clocks,
            CreateSeller createSeller,
            AdvanceTestClock setClock,
            AdvanceTestClock advanceClock) {
        this.sellers = sellers;
        this.entities = entities;
        this.clocks = clocks;
        this.createSeller = createSeller;
        this.changeSettings = new ChangeSettings(sellers, entities);
        this.setClock = setClock;
        this.advanceClock = advanceClock;
    }

    Routes routes() {
        return new Routes()
                .get("/sellers", Scope.OPERATOR, this::listSellers)
                .post("/sellers", Scope.OPERATOR, this::create)
                .get("/seller", Scope.READ, this::own)
                .patch("/seller", Scope.WRITE, this::change)
                .get("/legal-entities", Scope.READ, this::listEntities)
                .post("/legal-entities", Scope.WRITE, this::createEntity)
                .get("/legal-entities/{legal_entity_id}", Scope.READ, this::entity)
                .patch("/legal-entities/{legal_entity_id}", Scope.WRITE, this::changeEntity)
                .get("/test-clock", Scope.READ, this::clock)
                .unhurried("PUT", "/test-clock", Scope.WRITE, setClock)
                .unhurried("POST", "/test-clock/advance", Scope.WRITE, advanceClock);
    }

    private Answer listSellers(Tx tx, Request request) {
        var page = request.page(Listing.OLDEST_FIRST);
        var found = sellers.list(tx, page);
        return page.answer(sellers.count(tx), found, SellerJson::listed);
    }

    private Answer create(Tx tx, Request request) {
        var fields = request.fields();
        var name = fields.require("name", field -> fields.filledText(field, Seller.NAME_LENGTH_MAX));
        var wish = new CreateSeller.Input(
                name.orElse(""),
                fields.oneOf("mode", Fields.words(Mode::wire, Mode.values())).orElse(Mode.TEST),
                fields.zone("time_zone").orElse(Zone.UTC),
                fields.currency("currency").orElse(Currency.USD),
                fields.filledText("legal_name", Seller.NAME_LENGTH_MAX),
                fields.object("address").map(Address::read),
                fields.filledText("tax_id", Seller.NAME_LENGTH_MAX));
        fields.check();
        var created = createSeller.run(tx, wish);
        return Answer.ok(json -> json.object(
                        out -> out.put("seller_id", created.seller().id().value())
                                .put("name", created.seller().name())
                                .put("mode", created.seller().mode().wire())
                                .put("api_key", created.apiKey())))
                .secret("api_key");
    }

    private Answer own(Tx tx, Request request) {
        return shown(sellers.find(tx, request.seller()).orElseThrow(() -> Refusal.notFound("seller")));
    }

    private Answer change(Tx tx, Request request) {
        return shown(changeSettings.run(tx, request));
    }

    private static Answer shown(Seller seller) {
        return Answer.ok(json -> SellerJson.seller(json, seller)).version(seller.version());
    }

    private Answer listEntities(Tx tx, Request request) {
        var page = request.page(Listing.OLDEST_FIRST);
        var found = entities.list(tx, page);
        return page.answer(entities.count(tx), found, SellerJson::entity);
    }

    private Answer entity(Tx tx, Request request) {
        return shown(entities.find(tx, entityId(request)).orElseThrow(SellerResource::noEntity));
    }

    private Answer createEntity(Tx tx, Request request) {
        var fields = request.fields();
        var name = fields.require("legal_name", field -> fields.filledText(field, Seller.NAME_LENGTH_MAX));
        var prefix = ChangeSettings.prefix(fields, "invoice_number_prefix");
        var isDefault = fields.flag("is_default").orElse(false);
        var address = fields.object("address").map(Address::read);
        var taxId = fields.filledText("tax_id", Seller.NAME_LENGTH_MAX);
        var bankAccount = fields.object("bank_account").map(BankAccount::read);
        fields.check();
        if (isDefault || prefix.isEmpty()) oneEntityAtATime(tx);
        var id = new LegalEntityId(Ids.next());
        prefix.ifPresent(wanted -> entities.requireUnused(tx, id, wanted));
        var entity = new LegalEntity(
                id,
                name.orElseThrow(),
                address,
                taxId,
                bankAccount,
                prefix.orElseGet(() -> entities.freePrefix(tx, id)),
                isDefault,
                request.caller().now(),
                1);
        if (isDefault) entities.dethrone(tx);
        entities.insert(tx, entity);
        return shown(entity);
    }

    private Answer changeEntity(Tx tx, Request request) {
        var fields = request.fields();
        if (fields.isSent("is_default")) oneEntityAtATime(tx);
        var before = entities.lock(tx, entityId(request)).orElseThrow(SellerResource::noEntity);
        request.requireVersion(before.version());
        var after = new LegalEntity(
                before.id(),
                fields.changeable("legal_name", field -> fields.filledText(field, Seller.NAME_LENGTH_MAX))
                        .orElse(before.legalName()),
                ChangeSettings.address(fields).over(before.address()),
                fields.change("tax_id", field -> fields.filledText(field, Seller.NAME_LENGTH_MAX))
                        .over(before.taxId()),
                fields.change("bank_account", field -> fields.object(field).map(BankAccount::read))
                        .over(before.bankAccount()),
                fields.changeable("invoice_number_prefix", field -> ChangeSettings.prefix(fields, field))
                        .orElse(before.invoiceNumberPrefix()),
                before.isDefault() || fields.flag("is_default").orElse(false),
                before.createdAt(),
                before.version());
        if (before.isDefault() && !fields.flag("is_default").orElse(true)) {
            fields.fault("is_default", "Make another entity the default instead.");
        }
        fields.check();
        if (after.equals(before)) return shown(before);
        if (after.isDefault() && !before.isDefault()) entities.dethrone(tx);
        entities.update(tx, before, after);
        return shown(entities.find(tx, before.id()).orElseThrow());
    }

    /// Locks the seller before the default entity changes, as a change of its settings does: otherwise two requests
    /// would look for one former default.
    private void oneEntityAtATime(Tx tx) {
        if (sellers.lock(tx).isEmpty()) throw Refusal.notFound("seller");
    }

    private Answer clock(Tx tx, Request request) {
        var seller = sellers.find(tx, request.seller()).orElseThrow(() -> Refusal.notFound("seller"));
        if (seller.mode() != Mode.TEST) throw Refusal.notFound("test clock");
        var stands = clocks.now(tx, request.seller());
        return Answer.ok(json -> json.object(
                        out -> out.put("now", request.caller().now()).put("follows_real_time", stands.isEmpty())))
                .versionOf(stands);
    }

    private static Answer shown(LegalEntity entity) {
        return Answer.ok(json -> SellerJson.entity(json, entity)).version(entity.version());
    }

    private static LegalEntityId entityId(Request request) {
        return request.id("legal_entity_id", "legal entity", LegalEntityId::new);
    }

    private static Refusal noEntity() {
        return Refusal.notFound("legal entity");
    }
}
