package dev.brickwork.billing.orders;

import dev.brickwork.billing.estimate.PriceOrder;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.SignatureStore;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.TermsJson;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.PersonId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.Estimate;
import dev.brickwork.pricing.Pricing;
import dev.brickwork.pricing.PricingContext;
import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.money.AmountOutOfRange;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.sellers.Sellers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Gathers what an order form shows, for print and for the pages on which a buyer agrees.
public final class OrderForms {
    private final ContractTerms agreements;
    private final PriceOrder pricing;
    private final Customers customers;
    private final Sellers sellers;
    private final Payers payers;
    private final SignatureStore signatures;

    public OrderForms(OrderDependencies parts) {
        this.agreements = parts.agreements;
        this.pricing = parts.pricing;
        this.customers = parts.customers;
        this.sellers = parts.sellers;
        this.payers = parts.payers;
        this.signatures = parts.signatures;
    }

    public OrderForm of(Tx tx, Order order) {
        var agreement = agreements.find(tx, order.subscription());
        var subscription = agreement.subscription();
        boolean isFollowing = order.type().isFollowing();
        var before = isFollowing ? agreements.last(tx, agreement) : agreement;
        var agreed = order.agreed(before);
        var parties = order.parties(before);
        var seller = sellers.get(tx, tx.seller());
        var sale = payers.taxedSale(tx, subscription.with(parties));
        var firstCharge = agreed.firstCharge().orElse(seller.firstCharge());
        var changed = order.type() == OrderType.UPGRADE ? changed(tx, agreement, order) : agreement;
        var terms = terms(order);
        var customer = customers.find(tx, new CustomerId(parties.customer())).orElseThrow();
        return new OrderForm(
                order.id(),
                order.type(),
                seller,
                sale.issuer(),
                customer,
                sale.billed(),
                estimate(tx, changed, order, sale.taxes(), firstCharge)
                        .billed(dates(tx.caller(), subscription, order, firstCharge)),
                planName(order, terms),
                terms.months(),
                order.ownPaymentTermsDays().map(List::of).orElseGet(() -> paymentTerms(terms)),
                agreed.paymentMethods().orElse(seller.paymentMethods()),
                agreed.isRenewing() && order.type() != OrderType.TRIAL, // Z-03
                agreed.renewalMonths().orElse(terms.months()),
                agreed.uplift(),
                agreed.accountsPayableEmails(),
                agreed.purchaseOrder(),
                agreed.signatory().flatMap(id -> customers.person(tx, new PersonId(id))),
                agreed.orderFormHtml(),
                signatures
                        .find(tx, order.id(), SignatureStore.Side.CUSTOMER)
                        .map(signature -> customer.isErased() ? signature.by(customer.name()) : signature),
                signatures.find(tx, order.id(), SignatureStore.Side.SELLER),
                subscription.zone());
    }

    /// Of an upgrade, those that it changes.
    private static Terms terms(Order order) {
        return TermsJson.terms(order.origin().baseTerms().orElse(order.terms()));
    }

    /// As if it were closed today (rule S-05).
    private static BillDates dates(Caller caller, Subscription subscription, Order order, FirstCharge firstCharge) {
        if (subscription.isMigrated() && order.type() == OrderType.STANDARD) return BillDates.AT_PERIOD_START;
        var moment = order.life().closedAt().orElse(caller.now());
        return BillDates.closed(subscription.today(moment), firstCharge);
    }

    /// As the order was priced last, or as it was agreed.
    private Estimate estimate(Tx tx, ContractTerm changed, Order order, TaxRates taxes, FirstCharge firstCharge) {
        var subscription = changed.subscription();
        var today = subscription.today(tx.now());
        if (order.type() != OrderType.UPGRADE) {
            boolean isOpenRecast = order.type() == OrderType.RECAST && order.isOpen();
            var base = isOpenRecast ? order.crediting(pricing.credit(tx, changed, order)) : order;
            return new ContractTerm(subscription, List.of(base), changed.pauses())
                    .estimate(List.of(taxes), today, firstCharge);
        }
        var closings = changed.with(order).closings(today, firstCharge);
        var parties = order.parties(changed);
        var rates = new ArrayList<>(changed.taxes(it -> it.equals(parties) ? taxes : TaxRates.NONE));
        rates.add(taxes);
        return Pricing.estimateUpgrade(
                        changed.contract(),
                        TermsJson.upgrade(order.terms()),
                        PricingContext.PLAIN.taxedBy(rates).closed(closings))
                .orElseThrow(_ -> new AmountOutOfRange()) // With the tax of today; its terms were checked.
                .on(changed.clock());
    }

    /// The term that an upgrade changes, without the upgrade and those after it.
    private ContractTerm changed(Tx tx, ContractTerm agreement, Order upgrade) {
        var term = agreement.termId().equals(upgrade.term())
                ? agreement
                : agreements.of(tx, agreement.subscription(), upgrade.term());
        return term.before(upgrade);
    }

    /// The plan that is agreed on, which need not be the running one: of an upgrade that names none, the one it keeps.
    private static String planName(Order order, Terms terms) {
        if (order.type() != OrderType.UPGRADE) return planNames(terms);
        var plan = TermsJson.upgrade(order.terms()).plan().or(order.origin()::keptPlan);
        return plan.map(PlanTerms::name).orElseGet(() -> planNames(terms));
    }

    private static List<Integer> paymentTerms(Terms terms) {
        return terms.phases().stream()
                .map(PhaseTerms::paymentTermsDays)
                .distinct()
                .toList();
    }

    private static String planNames(Terms terms) {
        return terms.phases().stream()
                .map(phase -> phase.plan().name())
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
