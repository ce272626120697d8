package dev.brickwork.billing.estimate;

import dev.brickwork.platform.http.Warning;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.AppliedCredit;
import dev.brickwork.pricing.Estimate;
import dev.brickwork.pricing.EstimateLine;
import dev.brickwork.pricing.EstimatePhase;
import dev.brickwork.pricing.ScheduleItem;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.contract.TierRow;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.tax.TaxAmount;
import dev.brickwork.pricing.terms.DiscountEntry;
import dev.brickwork.pricing.terms.Discounts;
import java.util.List;

/// The estimate on the wire. Mind the types: totals of the estimate and of phases are integers,
/// `grand_total` of lines and periods is the same integer as a string (rule M-01), tier rows are decimal
/// strings in major units (M-02).
public final class EstimateJson {
    private EstimateJson() {}

    public static void write(JsonWriter json, Estimate estimate, List<Warning> warnings) {
        json.object(out -> {
            out.put("ends_at", WireDates.lastDay(estimate.term()));
            sums(out, estimate);
            Warning.write(out, warnings);
        });
    }

    /// Everything but `ends_at`, which a subscription has of its own.
    public static void sums(JsonWriter json, Estimate estimate) {
        json.put("sub_total", estimate.totals().gross())
                .put("grand_total", estimate.totals().total())
                .putEach("line_items", estimate.lines(), EstimateJson::line)
                .putEach("billing_schedule", estimate.schedule(), EstimateJson::period)
                .putObject("grand_total_details", details -> details(details, estimate));
        if (estimate.phases().isEmpty()) return;
        json.putEach("phases", estimate.phases(), (each, phase) -> phase(each, phase, estimate.frequency()));
    }

    /// How the grand total comes about (rule W-01).
    private static void details(JsonWriter json, Estimate estimate) {
        var totals = estimate.totals();
        json.put("brick_discount_total", totals.discount())
                .put("coupon_discount_total", totals.coupon())
                .put("discount_total", totals.discountTotal())
                .put("coupon_code", estimate.couponCode())
                .put("tax_total", totals.tax())
                .putEach("taxes", estimate.taxes(), EstimateJson::tax)
                .putObject("adjustment_credit", estimate.credit(), EstimateJson::credit)
                .put("unscheduled_total", estimate.unscheduledTotal());
    }

    private static void tax(JsonWriter json, TaxAmount tax) {
        json.object(out -> out.put("name", tax.component().name())
                .put("rate", tax.component().rate().toString())
                .put("taxable_amount", tax.taxable())
                .put("amount", tax.amount())
                .put("reverse_charge", tax.component().isReverseCharge()));
    }

    private static void credit(JsonWriter json, AppliedCredit credit) {
        json.put("label", credit.credit().label())
                .put("total", credit.credit().total())
                .put("applied", credit.applied())
                .put("remaining", credit.remaining());
    }

    /// The plan's own price is a line with empty brick fields (rule P-10).
    private static void line(JsonWriter json, EstimateLine item) {
        var line = item.line();
        json.object(out -> {
            number(out, "quantity", line.quantity());
            if (line.brick().isPresent()) {
                var brick = line.brick().get();
                out.put("brick_id", brick.id().value())
                        .put("is_unlimited", brick.isUnlimited())
                        .put("brick_name", brick.name())
                        .put("brick_code", brick.code());
            } else {
                out.putNull("brick_id")
                        .put("is_unlimited", false)
                        .putNull("brick_name")
                        .putNull("brick_code");
            }
            out.put("sub_total", item.amounts().gross())
                    .put("plan_id", line.plan().planId())
                    .put("plan_name", line.plan().name())
                    .put("grand_total", Long.toString(item.amounts().total()))
                    .put("grand_total_details", Long.toString(item.amounts().discountTotal()))
                    .putEach("tiers_breakdown", line.tiers(), EstimateJson::tier)
                    .put("pre_commitment_schedule", line.commitmentSchedule());
            discounts(out, line.brick().map(brick -> brick.discounts()).orElse(Discounts.NONE));
        });
    }

    private static void tier(JsonWriter json, TierRow row) {
        json.object(out -> {
            number(out, "quantity", row.quantity());
            out.put("unit_price", row.price())
                    .put("sub_total", row.subTotal().toPlainString())
                    .put("duration_text", row.durationText());
        });
    }

    /// In the shape that is accepted on input, so that a client can send it back.
    public static void discounts(JsonWriter json, Discounts discounts) {
        json.putEach("discount", discounts.entries(), EstimateJson::discount);
    }

    private static void discount(JsonWriter json, DiscountEntry entry) {
        json.object(out -> {
            entry.rate().ifPresent(rate -> out.put("rate", rate.toString()));
            entry.amount().ifPresent(amount -> out.put("amount", amount));
            out.put("renews", entry.renews());
        });
    }

    private static void period(JsonWriter json, ScheduleItem item) {
        json.object(out -> out.put("starts_at", item.service().start())
                .put("ends_at", WireDates.lastDay(item.service()))
                .put("sub_total", item.amounts().gross())
                .put("grand_total", Long.toString(item.amounts().total()))
                .put("grand_total_details", Long.toString(item.amounts().discountTotal())));
    }

    private static void phase(JsonWriter json, EstimatePhase phase, BillingFrequency frequency) {
        json.object(out -> out.put("phase_position", phase.terms().position())
                .put("name", phase.terms().name())
                .put("starts_at", phase.term().start())
                .put("ends_at", WireDates.lastDay(phase.term()))
                .put("billing_frequency", frequency)
                .put("payment_terms", phase.terms().paymentTermsDays())
                .put("sub_total", phase.amounts().gross())
                .put("grand_total", phase.amounts().total())
                .putEach("line_items", phase.lines(), EstimateJson::line)
                .put("is_annual", phase.terms().isAnnual())
                .putEach("billing_schedule", phase.schedule(), EstimateJson::period));
    }

    /// Whole numbers are by far the most, and cheaper to write.
    private static void number(JsonWriter json, String name, Quantity quantity) {
        if (quantity.isWhole()) {
            json.put(name, quantity.value().longValueExact());
        } else {
            json.putNumber(name, quantity.value());
        }
    }
}
