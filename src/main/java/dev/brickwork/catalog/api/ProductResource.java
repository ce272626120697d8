package dev.brickwork.catalog.api;

import dev.brickwork.catalog.Product;
import dev.brickwork.catalog.ProductStore;
import dev.brickwork.ids.ProductId;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;

/// Products over HTTP.
public final class ProductResource {
    private static final int NAME_LENGTH_MAX = 255;

    private final ProductStore products;

    public ProductResource(ProductStore products) {
        this.products = products;
    }

    public Routes routes() {
        return new Routes()
                .get("/products", Scope.READ, this::list)
                .post("/products", Scope.CATALOG, this::create)
                .get("/products/{product_id}", Scope.READ, this::one)
                .patch("/products/{product_id}", Scope.CATALOG, this::change);
    }

    private Answer list(Tx tx, Request request) {
        var page = request.page(Listing.OLDEST_FIRST);
        var found = products.list(tx, page);
        return page.answer(products.count(tx), found, CatalogueJson::product);
    }

    private Answer one(Tx tx, Request request) {
        return shown(products.find(tx, id(request)).orElseThrow(ProductResource::none));
    }

    private Answer create(Tx tx, Request request) {
        var fields = request.fields();
        var name = fields.require("name", field -> fields.filledText(field, NAME_LENGTH_MAX));
        var active = fields.flag("active").orElse(true);
        fields.check();
        var product = new Product(
                new ProductId(Ids.next()),
                name.orElseThrow(),
                active,
                request.caller().now(),
                1);
        products.insert(tx, product);
        return shown(product);
    }

    private Answer change(Tx tx, Request request) {
        var before = products.lock(tx, id(request)).orElseThrow(ProductResource::none);
        request.requireVersion(before.version());
        var fields = request.fields();
        var after = new Product(
                before.id(),
                fields.changeable("name", field -> fields.filledText(field, NAME_LENGTH_MAX))
                        .orElse(before.name()),
                fields.changeable("active", fields::flag).orElse(before.isActive()),
                before.createdAt(),
                before.version());
        fields.check();
        if (after.equals(before)) return shown(before);
        products.update(tx, after);
        return shown(products.find(tx, before.id()).orElseThrow(ProductResource::none));
    }

    private static Answer shown(Product product) {
        return Answer.ok(json -> CatalogueJson.product(json, product)).version(product.version());
    }

    private static ProductId id(Request request) {
        return request.id("product_id", "product", ProductId::new);
    }

    private static Refusal none() {
        return Refusal.notFound("product");
    }
}
