package dev.brickwork.billing.invoices;

import dev.brickwork.billing.orders.PreviewRenewal;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.Invoice;
import dev.brickwork.invoicing.InvoiceStatus.Facts;
import dev.brickwork.invoicing.issued.InvoiceTotals;
import dev.brickwork.invoicing.issued.InvoiceView;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Metadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Finds the next invoice of a subscription (rule N-04): the earliest unpaid invoice of the term with something
/// on it, else the first one of the renewal as an estimate.
public final class NextInvoice {
    private static final InvoiceId NONE = new InvoiceId(new UUID(0, 0));

    private final Contracts contracts;
    private final PreviewRenewal renewal;
    private final InvoiceView view;

    public NextInvoice(Contracts contracts, PreviewRenewal renewal, InvoiceView view) {
        this.renewal = renewal;
        this.contracts = contracts;
        this.view = view;
    }

    /// An estimate has no ids.
    record Found(Invoice invoice, boolean isRenewalEstimate) {}

    /// Empty when nothing is to come.
    Optional<Found> find(Tx tx, Subscription subscription, boolean isPaidIncluded) {
        var term = contracts.running(tx, subscription);
        var stored = isPaidIncluded ? view.latest(tx, subscription, term) : view.nextUnpaid(tx, subscription, term);
        if (stored.isPresent()) {
            return Optional.of(
                    new Found(view.find(tx, new InvoiceId(stored.get())).orElseThrow(), false));
        }
        return contracts
                .term(tx, subscription)
                .flatMap(carrying -> renewal.run(tx, carrying))
                .map(bill -> new Found(estimate(tx, bill), true));
    }

    private Invoice estimate(Tx tx, PreviewRenewal.FirstInvoice first) {
        var subscription = first.subscription();
        var lines = first.charges().stream().map(NextInvoice::billable).toList();
        var bill = InvoiceTotals.of(lines, first.taxes(), 0, Optional.empty(), first.billOn());
        var dueOn = first.billOn().plusDays(first.paymentTermsDays());
        return new Invoice(
                NONE,
                Optional.of(subscription.id().value()),
                subscription.customer(),
                subscription.billedCompany(),
                view.nameOf(tx, subscription.billedCompany()),
                subscription.entity().value(),
                subscription.currency(),
                subscription.zone(),
                Optional.empty(),
                0,
                first.billOn(),
                dueOn,
                Optional.empty(),
                Facts.toCome(bill.total(), dueOn),
                Optional.empty(),
                new Invoice.Sums(bill.subTotal(), bill.discount(), bill.tax(), bill.total(), 0, 0, 0, bill.total()),
                Optional.empty(),
                subscription.agreed().purchaseOrder(),
                Optional.empty(),
                Metadata.NONE.json(),
                "[]",
                tx.now(),
                1,
                items(first, bill),
                List.of(),
                view.attachmentsOf(tx, NONE, subscription.id().value()));
    }

    private static Billable billable(PreviewRenewal.FirstInvoice.Charged charged) {
        var line = charged.line();
        var amounts = charged.charge().amounts();
        return new Billable(
                Billable.Kind.CHARGE,
                Optional.empty(),
                Optional.empty(),
                line.brick().map(brick -> brick.id().value()),
                line.brick().map(brick -> brick.name()).orElse(line.plan().name()),
                line.brick().map(brick -> brick.code()),
                line.quantity().value(),
                charged.charge().service(),
                amounts.gross(),
                amounts.discountTotal(),
                line.taxCategory(),
                "{}");
    }

    private static List<Invoice.Item> items(PreviewRenewal.FirstInvoice renewal, InvoiceTotals bill) {
        var items = new ArrayList<Invoice.Item>();
        for (int i = 0; i < renewal.charges().size(); i++) {
            items.add(bill.lines()
                    .get(i)
                    .item(renewal.charges().get(i).line().kind().name()));
        }
        return items;
    }
}
