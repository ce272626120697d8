package dev.brickwork.billing.estimate;

import dev.brickwork.catalog.Offers;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.Estimate;
import dev.brickwork.pricing.Pricing;
import dev.brickwork.pricing.PricingContext;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.terms.Validated;
import dev.brickwork.sellers.Sellers;

/// Prices a subscription that does not exist yet. Writes nothing, consumes nothing (rule W-03);
/// without a customer there is no address, and so no tax.
public final class EstimateNew {
    /// Payment terms for an estimate without phases, which does not show any.
    private static final int UNSHOWN_DAYS = 0;

    private final Database database;
    private final Sellers sellers;

    public EstimateNew(Database database, Sellers sellers) {
        this.database = database;
        this.sellers = sellers;
    }

    Estimate run(SellerId seller, Fields fields, Offers offers) {
        int paymentTermsDays = UNSHOWN_DAYS;
        // Only phases show payment terms, and only other than standard currencies have to be enabled (rule C-02): so
        // only they pay for the look-up.
        boolean isStandard = fields.currency("currency")
                .filter(sent -> !Currency.STANDARD.contains(sent))
                .isEmpty();
        if (fields.isSent("phases") || !isStandard) {
            var its = database.read(tx -> sellers.get(tx, seller));
            paymentTermsDays = its.paymentTermsDays();
            its.currency(fields, "currency");
        }
        var order = TermsInput.read(fields, offers, TermsInput.Given.first(paymentTermsDays));
        return switch (Pricing.estimate(order.terms(), PricingContext.PLAIN)) {
            case Validated.Valid<Estimate>(var estimate) -> estimate;
            case Validated.Invalid<Estimate>(var faults) -> {
                fields.faults(faults);
                fields.check();
                throw new IllegalStateException("terms that cannot be priced, without a fault");
            }
        };
    }
}
