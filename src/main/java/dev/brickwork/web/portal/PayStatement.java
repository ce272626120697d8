package dev.brickwork.web.portal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.pricing.AdjustmentCredit;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.web.portal.views.Fact;
import dev.brickwork.web.portal.views.PageText;
import dev.brickwork.web.portal.views.PayViewModel;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The figures of an invoice for its payment page: lines, tax, credits, payments and the amount that is left, as its
/// current version and the payments on it have them. They add up.
///
/// @param taxes components with name, rate and amount, as the version froze them
/// @param credited by credit of the customer
/// @param offset by other invoices
record PayStatement(List<Line> lines, JsonNode taxes, long credited, long offset, List<Payment> payments) {
    /// @param kind `ADJUSTMENT_CREDIT` and `CARRIED_FORWARD` only balance the total (rules R-04, M-08)
    /// @param isCommitment whether it commits to usage; one of nothing bills nothing
    record Line(
            String kind,
            String name,
            BigDecimal quantity,
            boolean isUnlimited,
            boolean isCommitment,
            Period dates,
            long gross,
            long discount) {
        boolean isBalancing() {
            return kind.equals("ADJUSTMENT_CREDIT") || kind.equals("CARRIED_FORWARD");
        }

        boolean isIdle() {
            return isCommitment && quantity.signum() == 0 && gross == 0 && discount == 0 && !isUnlimited;
        }

        long net() {
            return gross - discount;
        }
    }

    /// Part of a payment that settled the invoice, without what went back.
    record Payment(LocalDate on, long amount) {}

    PayStatement {
        lines = List.copyOf(lines);
        payments = List.copyOf(payments);
    }

    /// @param isOwed whether payments and what is left are told; a voided invoice is not owed
    PayViewModel.Statement look(Payable bill, PageText say, boolean isOwed) {
        return new PayViewModel.Statement(
                shown().map(line -> look(line, bill, say)).toList(),
                sums(bill, say),
                say.money(bill.total()),
                isOwed ? settlements(bill, say) : List.of(),
                isOwed ? Optional.of(say.money(bill.remaining())) : Optional.empty());
    }

    private Stream<Line> shown() {
        boolean isAllIdle = lines.stream().allMatch(line -> line.isIdle() || line.isBalancing());
        return lines.stream().filter(line -> !line.isBalancing() && (isAllIdle || !line.isIdle()));
    }

    private static PayViewModel.Line look(Line line, Payable bill, PageText say) {
        var discount = line.discount == 0
                ? ""
                : say.text(line.discount > 0 ? "discount" : "surcharge") + " "
                        + say.money(-line.discount, bill.currency());
        return new PayViewModel.Line(
                line.name,
                Stream.of(period(line.dates, say), discount)
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(" · ")),
                line.isUnlimited ? say.text("unlimited") : "×\u00a0" + say.number(line.quantity),
                say.money(line.net(), bill.currency()));
    }

    private static String period(Period dates, PageText say) {
        return say.period(dates.start(), WireDates.lastDay(dates));
    }

    /// A subtotal that is the total says nothing.
    private List<Fact> sums(Payable bill, PageText say) {
        var rest = new ArrayList<Fact>();
        for (var tax : taxes) {
            rest.add(new Fact(tax(tax, say), say.money(tax.path("amount").longValue(), bill.currency())));
        }
        for (var line : lines) {
            if (line.isBalancing()) rest.add(new Fact(balancing(line, say), say.money(line.gross, bill.currency())));
        }
        if (rest.isEmpty()) return List.of();
        long net = lines.stream()
                .filter(line -> !line.isBalancing())
                .mapToLong(Line::net)
                .sum();
        rest.addFirst(new Fact(say.text("subtotal"), say.money(net, bill.currency())));
        return rest;
    }

    private static String tax(JsonNode tax, PageText say) {
        var rate = Percent.parse(tax.path("rate").asText()).orElseThrow();
        var name = say.tax(TaxComponent.of(tax.path("name").asText(), rate));
        return tax.path("reverse_charge").booleanValue() ? name + " · " + say.text("reverse_charge") : name;
    }

    /// As the seller calls it; where it does not, in the reader's language.
    private static String balancing(Line line, PageText say) {
        if (line.kind.equals("CARRIED_FORWARD")) return say.text("carried_forward");
        return line.name.equals(AdjustmentCredit.LABEL_DEFAULT) ? say.text("adjustment_credit") : line.name;
    }

    private List<Fact> settlements(Payable bill, PageText say) {
        var all = new ArrayList<Fact>();
        if (credited != 0) all.add(new Fact(say.text("credit_applied"), say.money(-credited, bill.currency())));
        if (offset != 0) all.add(new Fact(say.text("offset"), say.money(-offset, bill.currency())));
        for (var payment : payments) {
            all.add(new Fact(
                    say.text("paid_on", "date", say.shortDate(payment.on)),
                    say.money(-payment.amount, bill.currency())));
        }
        return all;
    }
}
