package dev.brickwork.catalog;

import dev.brickwork.ids.PlanId;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A published version with its prices laid out for the kernel. Immutable, so that it is parsed once and kept.
public final class PlanVersion {
    private final PlanVersionId id;
    private final PlanDocument document;
    private final Map<BrickId, PlanBrick> bricks;
    /// Of a plan that costs nothing itself, in every currency.
    private final Optional<PlanTerms> unpriced;

    private final Map<Currency, PlanTerms> terms;

    public PlanVersion(PlanVersionId id, PlanDocument document) {
        this.id = id;
        this.document = document;
        this.bricks = new HashMap<>();
        for (var item : document.bricks()) bricks.put(item.brick(), PlanBrick.of(item));
        this.unpriced = document.prices().isEmpty() ? Optional.of(terms(Optional.empty())) : Optional.empty();
        this.terms = new HashMap<>();
        for (var price : document.prices()) terms.put(price.currency(), terms(Optional.of(price)));
    }

    /// As it lies in the table, whose number counts: a merged version gets its own when it is written down.
    public static PlanVersion stored(PlanVersionStore.Row row) {
        var document = PlanDocument.stored(row.document());
        return new PlanVersion(row.id(), row.number().map(document::numbered).orElse(document));
    }

    private PlanTerms terms(Optional<Price> price) {
        return new PlanTerms(
                document.plan().value(), document.planName(), Brick.TAX_CATEGORY_DEFAULT, price.map(Price::brickPrice));
    }

    public PlanVersionId id() {
        return id;
    }

    public PlanId plan() {
        return document.plan();
    }

    public PlanDocument document() {
        return document;
    }

    /// This version for an order that goes on with what was agreed before: that keeps its prices, and what the list
    /// has dropped is still there (rules N-01, N-02).
    public PlanVersion keeping(Currency currency, PlanTerms plan, List<BrickTerms> agreed) {
        var kept = new PlanVersion(id, document);
        kept.terms.put(currency, plan);
        for (var brick : agreed) {
            kept.bricks.merge(
                    brick.id(), PlanBrick.of(brick, currency), (listed, _) -> listed.at(currency, brick.price()));
        }
        return kept;
    }

    /// None when the plan does not sell this brick.
    public Optional<PlanBrick> brick(BrickId brick) {
        return Optional.ofNullable(bricks.get(brick));
    }

    /// Whether the plan itself costs something (rule P-10).
    public boolean hasOwnPrice() {
        return terms.values().stream().anyMatch(plan -> plan.price().isPresent());
    }

    /// The plan as an order holds it; none when it has a price of its own, but not in this currency (rule C-01).
    public Optional<PlanTerms> terms(Currency currency) {
        return Optional.ofNullable(terms.get(currency)).or(() -> unpriced);
    }
}
