package dev.brickwork.tax;

import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Page;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.sellers.Address;
import dev.brickwork.sellers.Sellers;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// Registrations and rates over HTTP. A seller has few of them, so lists are cut from the whole.
final class TaxResource {
    private final TaxStore store;
    private final Sellers sellers;
    private final RegisterForTax registerForTax;
    private final AddTaxRate addTaxRate;

    TaxResource(TaxStore store, Sellers sellers) {
        this.store = store;
        this.sellers = sellers;
        this.registerForTax = new RegisterForTax(store, sellers);
        this.addTaxRate = new AddTaxRate(store);
    }

    Routes routes() {
        return new Routes()
                .get("/tax-registrations", Scope.READ, this::registrations)
                .post("/tax-registrations", Scope.WRITE, this::register)
                .delete("/tax-registrations/{tax_registration_id}", Scope.WRITE, this::remove)
                .get("/tax-rates", Scope.READ, this::rates)
                .post("/tax-rates", Scope.WRITE, this::addRate);
    }

    private Answer registrations(Tx tx, Request request) {
        var page = request.page(Listing.OLDEST_FIRST);
        var current = store.registrations(tx).stream()
                .filter(registration -> registration.endedOn().isEmpty())
                .toList();
        return page(page, page.ordering().isDescending() ? current.reversed() : current, TaxJson::registration);
    }

    /// Of two who come at the same time, the second one counts the first; so it is with rates.
    private Answer register(Tx tx, Request request) {
        sellers.hold(tx);
        var registration = registerForTax.run(tx, request);
        return Answer.ok(json -> TaxJson.registration(json, registration));
    }

    /// Counts no more from today, in the seller's time zone; invoices of earlier days keep their tax when they are
    /// priced again.
    private Answer remove(Tx tx, Request request) {
        var id = request.id("tax_registration_id", "tax registration", Function.<UUID>identity());
        var today = sellers.get(tx, request.seller())
                .timeZone()
                .dateOf(request.caller().now());
        if (!store.end(tx, id, today)) throw Refusal.notFound("tax registration");
        return Answer.ok(json -> json.object(out -> out.put("message", "the registration is removed")));
    }

    private Answer rates(Tx tx, Request request) {
        var query = request.queryFields();
        var country = Address.country(query, "country");
        var region =
                query.filledText("region", RegisterForTax.REGION_LENGTH_MAX).map(Place::plain);
        var category = query.filledText("category", AddTaxRate.CATEGORY_LENGTH_MAX);
        var validOn = query.date("valid_on");
        var page = request.page(query, Listing.IN_ONE_ORDER);
        query.check();
        var found = Stream.concat(store.rates(tx).stream(), BuiltInRates.all().stream())
                .filter(rate -> country.isEmpty() || rate.country().equals(country.get()))
                .filter(rate ->
                        region.isEmpty() || rate.region().map(Place::plain).equals(region))
                .filter(rate -> category.isEmpty() || rate.category().equals(category.get()))
                .filter(rate -> validOn.isEmpty() || rate.validity().holdsOn(validOn.get()))
                .toList();
        return page(page, found, TaxJson::rate);
    }

    private Answer addRate(Tx tx, Request request) {
        sellers.hold(tx);
        var rate = addTaxRate.run(tx, request);
        return Answer.ok(json -> TaxJson.rate(json, rate));
    }

    private static <T> Answer page(Page page, List<T> all, BiConsumer<JsonWriter, T> item) {
        int from = Math.min(page.offset(), all.size());
        int to = Math.min(from + page.limit(), all.size());
        return page.answer(all.size(), all.subList(from, to), item);
    }
}
