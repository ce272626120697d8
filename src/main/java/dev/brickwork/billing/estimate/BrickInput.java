package dev.brickwork.billing.estimate;

import dev.brickwork.catalog.PlanVersion;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.DiscountEntry;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Validated;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A brick as a request names it. It remembers where it stood in the request, so that a fault found
/// later still gets its path.
///
/// @param id none when it could not be read
record BrickInput(
        Fields at, Optional<BrickId> id, Optional<Quantity> quantity, boolean isUnlimited, Discounts discounts) {
    private static final long QUANTITY_MAX = 99_999_999_999_999L;
    private static final int DISCOUNT_COUNT_MAX = 10;
    private static final int RATE_INTEGER_DIGITS_MAX = 14;
    private static final int RATE_DECIMALS_MAX = 6;

    /// Reads a list of bricks; none when it was not sent.
    static Optional<List<BrickInput>> readAll(Fields fields, String name) {
        var bricks = fields.objects(name, Terms.BRICKS_PER_PHASE_MAX, BrickInput::read);
        bricks.ifPresent(BrickInput::requireOnce);
        return bricks;
    }

    /// Of the list as it was sent: what could not be read in it has its own fault.
    static void requireSome(Fields order) {
        boolean isEmpty = order.json("bricks")
                .filter(list -> list.isArray() && list.isEmpty())
                .isPresent();
        if (isEmpty) order.fault("bricks", "At least one brick is required.");
    }

    /// Puts prices to bricks. What has a fault is left out, so the result is whole only if no fault was found.
    static List<BrickTerms> priced(List<BrickInput> bricks, PlanVersion version, Currency currency, Fields order) {
        var terms = new ArrayList<BrickTerms>(bricks.size());
        for (var brick : bricks) brick.priced(version, currency, order).ifPresent(terms::add);
        return terms;
    }

    /// Whether an upgrade takes the brick off the subscription (rule U-02).
    boolean isRemoval() {
        return !isUnlimited && quantity.filter(Quantity::isZero).isPresent();
    }

    /// A copy with the running quantity of the brick where none was sent.
    BrickInput in(Quantity running) {
        return new BrickInput(at, id, quantity.or(() -> Optional.of(running)), isUnlimited, discounts);
    }

    private static BrickInput read(Fields fields) {
        return new BrickInput(
                fields,
                fields.require("brick_id", fields::uuid).map(BrickId::new),
                fields.longInteger("quantity", 0, QUANTITY_MAX).map(Quantity::of),
                fields.flag("is_unlimited").orElse(false),
                discounts(fields));
    }

    /// Rule P-14.
    private static void requireOnce(List<BrickInput> bricks) {
        var seen = HashSet.<BrickId>newHashSet(bricks.size());
        for (var brick : bricks) {
            if (brick.id.isPresent() && !seen.add(brick.id.get())) {
                brick.at.fault("brick_id", "The brick is listed twice.");
            }
        }
    }

    private static Discounts discounts(Fields fields) {
        var entries = fields.objects("discount", DISCOUNT_COUNT_MAX, BrickInput::discount);
        if (entries.isEmpty() || entries.get().isEmpty()) return Discounts.NONE;
        return switch (Discounts.read(entries.get(), "discount")) {
            case Validated.Valid<Discounts>(var discounts) -> discounts;
            case Validated.Invalid<Discounts>(var faults) -> {
                fields.faults(faults);
                yield Discounts.NONE;
            }
        };
    }

    /// A value that was sent but could not be read stands in as zero: its own fault is told, and the rules that
    /// count entries of a kind still see it.
    private static DiscountEntry discount(Fields fields) {
        var rate = fields.decimal("rate", RATE_INTEGER_DIGITS_MAX, RATE_DECIMALS_MAX)
                .map(Percent::new)
                .or(() -> fields.isSent("rate") ? Optional.of(Percent.ZERO) : Optional.empty());
        var amount = fields.longInteger("amount", Long.MIN_VALUE, Long.MAX_VALUE)
                .or(() -> fields.isSent("amount") ? Optional.of(0L) : Optional.empty());
        boolean renews = fields.flag("renews").orElse(false);
        return new DiscountEntry(rate, amount.map(OptionalLong::of).orElseGet(OptionalLong::empty), renews);
    }

    /// Looks the brick up in what is sold (rules P-11, P-14, C-01).
    ///
    /// @param order the fields of the whole order, which has the currency
    private Optional<BrickTerms> priced(PlanVersion version, Currency currency, Fields order) {
        if (id.isEmpty()) return Optional.empty();
        var brick = version.brick(id.get());
        if (brick.isEmpty()) {
            at.fault("brick_id", "The plan has no such brick.");
            return Optional.empty();
        }
        var price = brick.get().price(currency);
        if (price.isEmpty()) {
            order.fault(
                    "currency",
                    "The brick %s has no price in %s.".formatted(brick.get().code(), currency));
            return Optional.empty();
        }
        if (isUnlimited && price.get().unlimited().isEmpty()) {
            at.fault("is_unlimited", "The brick has no unlimited price.");
            return Optional.empty();
        }
        return Optional.of(brick.get().terms(price.get(), quantity, isUnlimited, discounts));
    }
}
