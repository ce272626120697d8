package dev.brickwork.catalog.api;

import dev.brickwork.catalog.Brick;
import dev.brickwork.catalog.BrickStore;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickType;

/// Bricks over HTTP.
public final class BrickResource {
    private static final int NAME_LENGTH_MAX = 255;
    private static final int UNIT_LENGTH_MAX = 100;
    private static final int TAX_CATEGORY_LENGTH_MAX = 64;

    private final BrickStore bricks;

    public BrickResource(BrickStore bricks) {
        this.bricks = bricks;
    }

    public Routes routes() {
        return new Routes()
                .get("/bricks", Scope.READ, this::list)
                .post("/bricks", Scope.CATALOG, this::create)
                .get("/bricks/{brick_id}", Scope.READ, this::one)
                .patch("/bricks/{brick_id}", Scope.CATALOG, this::change);
    }

    private Answer list(Tx tx, Request request) {
        var query = request.queryFields();
        var page = request.page(query, Listing.OLDEST_FIRST);
        var type = query.oneOf("brick_type", BrickType.values());
        query.check();
        var found = bricks.list(tx, type, page);
        return page.answer(bricks.count(tx, type), found, CatalogueJson::brick);
    }

    private Answer one(Tx tx, Request request) {
        return shown(bricks.find(tx, id(request)).orElseThrow(BrickResource::none));
    }

    private Answer create(Tx tx, Request request) {
        var fields = request.fields();
        var name = fields.require("brick_name", field -> fields.filledText(field, NAME_LENGTH_MAX));
        var code = fields.require("brick_code", field -> fields.filledText(field, NAME_LENGTH_MAX));
        var type = fields.require("brick_type", field -> fields.oneOf(field, BrickType.values()));
        var unit = fields.filledText("unit", UNIT_LENGTH_MAX);
        var taxCategory = fields.filledText("tax_category", TAX_CATEGORY_LENGTH_MAX);
        code.ifPresent(it -> checkFree(tx, fields, it));
        fields.check();
        var brick = new Brick(
                new BrickId(Ids.next()),
                name.orElseThrow(),
                code.orElseThrow(),
                type.orElseThrow(),
                unit,
                taxCategory.orElse(Brick.TAX_CATEGORY_DEFAULT),
                request.caller().now(),
                1);
        bricks.insert(tx, brick);
        return shown(brick);
    }

    /// Versions that were published before keep the name, the code and the tax category they were published with.
    private Answer change(Tx tx, Request request) {
        var before = bricks.lock(tx, id(request)).orElseThrow(BrickResource::none);
        request.requireVersion(before.version());
        var fields = request.fields();
        fields.oneOf("brick_type", BrickType.values())
                .filter(type -> type != before.type())
                .ifPresent(_ -> fields.fault("brick_type", "The type of a brick cannot be changed."));
        var after = new Brick(
                before.id(),
                fields.changeable("brick_name", field -> fields.filledText(field, NAME_LENGTH_MAX))
                        .orElse(before.name()),
                fields.changeable("brick_code", field -> fields.filledText(field, NAME_LENGTH_MAX))
                        .orElse(before.code()),
                before.type(),
                fields.change("unit", field -> fields.filledText(field, UNIT_LENGTH_MAX))
                        .over(before.unit()),
                fields.changeable("tax_category", field -> fields.filledText(field, TAX_CATEGORY_LENGTH_MAX))
                        .orElse(before.taxCategory()),
                before.createdAt(),
                before.version());
        if (!after.code().equals(before.code())) checkFree(tx, fields, after.code());
        fields.check();
        if (after.equals(before)) return shown(before);
        bricks.update(tx, after);
        return shown(bricks.find(tx, before.id()).orElseThrow(BrickResource::none));
    }

    private void checkFree(Tx tx, Fields fields, String code) {
        if (bricks.isTaken(tx, code)) fields.fault("brick_code", BrickStore.TAKEN);
    }

    private static Answer shown(Brick brick) {
        return Answer.ok(json -> CatalogueJson.brick(json, brick)).version(brick.version());
    }

    private static BrickId id(Request request) {
        return request.id("brick_id", "brick", BrickId::new);
    }

    private static Refusal none() {
        return Refusal.notFound("brick");
    }
}
