package dev.brickwork.billing.estimate;

import dev.brickwork.invoicing.BilledCharge;
import dev.brickwork.invoicing.ChargeToBill;
import dev.brickwork.invoicing.CutShare;
import dev.brickwork.invoicing.SettledValue;
import dev.brickwork.invoicing.TermInvoice;
import dev.brickwork.pricing.Upgrades;
import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Rounding;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.Terms;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// A contract of one brick and the invoices of its orders, without a database: for tables and properties about changes,
/// terminations and reinstatements. Each order bills the customer who has the contract when it is closed, and each
/// invoice is paid in full when it is issued.
public final class BilledContract {
    static final Percent TAX = Percent.of(19);

    private final FirstCharge firstCharge;
    private final Map<UUID, Line> lines = new LinkedHashMap<>();
    private final List<UUID> customers = new ArrayList<>();
    private final List<Bill> bills = new ArrayList<>();
    private Contract contract;
    private LocalDate today;

    /// An invoice of the contract.
    static final class Bill {
        final UUID id = UUID.randomUUID();
        final LocalDate billOn;
        final List<BilledCharge> charges = new ArrayList<>();
        final List<BilledCharge> reductions = new ArrayList<>();
        final UUID customer;
        boolean isIssued;
        boolean isVoided;
        long credited;

        Bill(LocalDate billOn, UUID customer) {
            this.billOn = billOn;
            this.customer = customer;
        }

        /// X-02; beside a negative line a charge bears its share in the tax of all.
        void issue() {
            isIssued = true;
            long sum = net();
            long tax = Rounding.tax(Math.max(0, sum), TAX);
            if (tax == 0) return;
            long upTo = 0;
            for (int i = 0; i < charges.size(); i++) {
                var it = charges.get(i);
                long before = Rounding.share(tax, upTo, sum);
                upTo += it.net();
                long own = Rounding.share(tax, upTo, sum) - before;
                charges.set(i, new BilledCharge(it.line(), it.service(), it.net(), own));
            }
        }

        boolean isOpen() {
            return !isIssued && !isVoided;
        }

        long net() {
            return charges.stream().mapToLong(BilledCharge::net).sum();
        }

        long tax() {
            return charges.stream().mapToLong(BilledCharge::tax).sum();
        }

        long netTaken() {
            return -reductions.stream().mapToLong(BilledCharge::net).sum();
        }

        long taxTaken() {
            return -reductions.stream().mapToLong(BilledCharge::tax).sum();
        }

        TermInvoice facts() {
            long total = Math.max(0, net()) + tax();
            long given = Math.max(0, -net());
            return new TermInvoice(
                    id,
                    customer,
                    isIssued,
                    isVoided,
                    billOn,
                    total,
                    isIssued ? total : 0,
                    isIssued ? 0 : total,
                    credited,
                    credited,
                    isIssued ? given : 0,
                    List.copyOf(charges),
                    List.copyOf(reductions));
        }
    }

    /// Closed on its first day.
    public BilledContract(Terms terms, FirstCharge firstCharge, UUID customer) {
        this.firstCharge = firstCharge;
        today = terms.startsOn();
        contract = Contract.of(terms);
        customers.add(customer);
        bill(add(contract.lines().getFirst()), customer, charges(0));
        issue();
    }

    /// The charges of an order as if it were closed today.
    public List<Charge> charges(int order) {
        return contract.charges(order, BillDates.closed(today, firstCharge));
    }

    public int orders() {
        return customers.size();
    }

    public Map<UUID, Line> lines() {
        return new LinkedHashMap<>(lines);
    }

    List<Bill> bills() {
        return bills;
    }

    public LocalDate today() {
        return today;
    }

    /// The customer who was billed for an order of the contract.
    public UUID customer(int order) {
        return customers.get(order);
    }

    /// In order of the dates of the invoices.
    public List<TermInvoice> facts() {
        return bills.stream()
                .map(Bill::facts)
                .sorted(Comparator.comparing(TermInvoice::billOn))
                .toList();
    }

    UnusedValue unused() {
        return new UnusedValue(facts(), lines());
    }

    public void passTo(LocalDate date) {
        today = date;
        issue();
    }

    /// Changes the brick from a day on. Returns the settlements with issued invoices; without them where nothing
    /// changed.
    List<SettledValue> change(LocalDate day, BrickTerms brick, UUID customer) {
        var after = contract.with(Upgrades.of(day, brick));
        if (after.lines().size() == contract.lines().size()) return List.of();
        contract = after;
        customers.add(customer);
        var charges = charges(contract.upgrades().size());
        var delta = contract.lines().getLast();
        var unused = unused();
        var id = add(delta);
        var settled = new ArrayList<SettledValue>();
        if (delta.total().net() >= 0) {
            bill(id, customer, charges);
        } else {
            var reduced = unused.reduce(id, delta, charges);
            settled.addAll(reduced.settled());
            for (var each : settled) settle(each);
            for (var placed : reduced.open()) {
                var bill = placed.invoice()
                        .map(this::bill)
                        .orElseGet(() -> open(placed.charge().billOn(), customer));
                bill.charges.add(billed(id, placed.charge()));
            }
        }
        issue();
        return settled;
    }

    /// Changes the brick from a day on.
    public void upgrade(LocalDate day, BrickTerms brick, UUID customer) {
        change(day, brick, customer);
    }

    /// Voids the invoices of a date.
    public void voidInvoices(LocalDate billOn) {
        for (var bill : bills) bill.isVoided |= bill.billOn.equals(billOn);
    }

    /// Cuts what is not issued, as a termination without credit does.
    public void terminate(LocalDate day) {
        var shares = unused().upTo(day);
        for (var bill : bills) {
            if (!bill.isOpen()) continue;
            var left = new ArrayList<BilledCharge>();
            for (var charge : bill.charges) {
                charge.service().before(day).ifPresent(kept -> {
                    var share = shares.stream()
                            .filter(it -> it.invoice().equals(bill.id))
                            .filter(it -> it.line().equals(charge.line()))
                            .filter(it -> it.service().equals(charge.service()))
                            .findFirst();
                    long net = share.map(CutShare::net)
                            .orElseGet(() -> line(charge.line())
                                    .amounts(charge.service(), kept, charge.net())
                                    .net());
                    left.add(new BilledCharge(charge.line(), kept, net, 0));
                });
            }
            bill.charges.clear();
            bill.charges.addAll(left);
        }
    }

    /// Bills charges of a reinstatement.
    public void restore(List<ChargeToBill> charges) {
        for (var charge : charges) {
            var customer = charge.parties().orElseThrow().customer();
            var billed = new BilledCharge(
                    charge.line(), charge.service(), charge.amounts().net(), 0);
            open(charge.billOn(), customer).charges.add(billed);
        }
        issue();
    }

    /// `date customer net` of each invoice that bills something; the first customer goes without saying.
    public List<String> schedule() {
        return bills.stream()
                .filter(bill -> !bill.charges.isEmpty())
                .map(bill -> "%s %s%d%s"
                        .formatted(
                                bill.billOn,
                                bill.customer.equals(customers.getFirst())
                                        ? ""
                                        : "customer " + bill.customer.getLeastSignificantBits() + " ",
                                bill.net(),
                                bill.isVoided ? " void" : ""))
                .sorted()
                .toList();
    }

    private Bill bill(UUID id) {
        return bills.stream().filter(bill -> bill.id.equals(id)).findFirst().orElseThrow();
    }

    private void bill(UUID line, UUID customer, List<Charge> charges) {
        for (var charge : charges) open(charge.billOn(), customer).charges.add(billed(line, charge));
    }

    private static BilledCharge billed(UUID line, Charge charge) {
        return new BilledCharge(line, charge.service(), charge.amounts().net(), 0);
    }

    private Bill open(LocalDate on, UUID customer) {
        for (var bill : bills) {
            if (bill.isOpen() && bill.billOn.equals(on) && bill.customer.equals(customer)) return bill;
        }
        bills.add(new Bill(on, customer));
        return bills.getLast();
    }

    private void settle(SettledValue settled) {
        var bill = bill(settled.settlement().invoiceId());
        bill.credited += settled.settlement().credit();
        bill.reductions.add(settled.reduction().orElseThrow());
    }

    private void issue() {
        for (var bill : bills) {
            if (bill.isOpen() && !bill.billOn.isAfter(today) && !bill.charges.isEmpty()) bill.issue();
        }
    }

    private UUID add(Line line) {
        var id = new UUID(2, lines.size());
        lines.put(id, line);
        return id;
    }

    private Line line(UUID id) {
        return Optional.ofNullable(lines.get(id)).orElseThrow();
    }

    @Override
    public String toString() {
        return "%s\n%s".formatted(contract, bills.stream().map(Bill::facts).toList());
    }
}
