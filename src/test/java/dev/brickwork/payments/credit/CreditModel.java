package dev.brickwork.payments.credit;

import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The credit of one customer by the rules, for contracts that change on the first of a month alone and cost whole
/// cents by the month: who is billed how much for which month, who has paid, and what is left over. Written from
/// the rules and knows nothing of how the service does it.
final class CreditModel {
    private long credit;
    private final List<Bill> bills = new ArrayList<>();

    /// An invoice.
    static final class Bill {
        final int contract;
        final int term;
        final YearMonth on;
        final Map<YearMonth, Long> months = new TreeMap<>(); // What it still stands for.
        String id = "";
        boolean isIssued;
        boolean isVoided;
        long total; // As it was issued, before the credit of a recast.
        long adjusted; // Of a recast, on it.
        long paid;
        long credited;
        long offset;
        long given; // Credit that changes of the contract gave for it.

        Bill(int contract, int term, YearMonth on) {
            this.contract = contract;
            this.term = term;
            this.on = on;
        }

        long standing() {
            return months.values().stream().mapToLong(each -> each).sum();
        }

        long billed() {
            return (isIssued ? total : standing()) - adjusted;
        }

        long remaining() {
            return billed() - paid - credited - offset;
        }

        boolean isOpen() {
            return !isIssued && !isVoided;
        }
    }

    /// A contract: one brick in some quantity, for some months.
    static final class Contract {
        final int place;
        int term;
        YearMonth start;
        YearMonth end;
        YearMonth changeable; // U-01
        int every;
        long monthly;

        Contract(int place, YearMonth start, int months, int every, long monthly) {
            this.place = place;
            opens(start, months, every, monthly);
        }

        private void opens(YearMonth from, int months, int every, long monthly) {
            this.term++;
            this.start = from;
            this.changeable = from;
            this.end = from.plusMonths(months);
            this.every = every;
            this.monthly = monthly;
        }

        /// S-01, S-02: where the period begins that a month is in.
        YearMonth periodOf(YearMonth month) {
            var period = start;
            while (!period.plusMonths(every).isAfter(month)) period = period.plusMonths(every);
            return period;
        }
    }

    long credit() {
        return credit;
    }

    List<Bill> bills() {
        return bills;
    }

    List<Bill> of(Contract contract) {
        return bills.stream().filter(bill -> bill.contract == contract.place).toList();
    }

    void grants(long amount) {
        credit += amount;
    }

    /// I-01
    void agrees(Contract contract, YearMonth today) {
        bills(contract, contract.start, contract.monthly, today);
    }

    /// Schedules the unbilled periods of a monthly price: each at its start, or today if it has begun (S-05).
    private void bills(Contract contract, YearMonth from, long monthly, YearMonth today) {
        for (var month = from; month.isBefore(contract.end); month = month.plusMonths(1)) {
            var period = contract.periodOf(month);
            var on = period.isBefore(today) || period.isBefore(from) ? max(from, today) : period;
            waiting(contract, on).months.merge(month, monthly, Long::sum);
        }
    }

    /// S-07
    private Bill waiting(Contract contract, YearMonth on) {
        for (var bill : bills) {
            if (bill.contract == contract.place && bill.term == contract.term && bill.on.equals(on) && bill.isOpen())
                return bill;
        }
        var bill = new Bill(contract.place, contract.term, on);
        bills.add(bill);
        return bill;
    }

    Bill alone(YearMonth on, long amount) {
        var bill = new Bill(-1, 0, on);
        bill.months.put(on, amount);
        bills.add(bill);
        return bill;
    }

    /// I-11: what is paid ahead first, then credit.
    void issues(Bill bill) {
        bill.total = bill.standing();
        bill.isIssued = true;
        bill.credited = Math.min(credit, bill.remaining());
        credit -= bill.credited;
    }

    /// I-03 to I-05
    void pays(Bill bill, long amount) {
        long taken = Math.min(amount, bill.remaining());
        bill.paid += taken;
        credit += amount - taken;
    }

    /// I-11, by hand.
    void uses(Bill bill) {
        long used = Math.min(credit, bill.remaining());
        bill.credited += used;
        credit -= used;
    }

    /// I-13, as credit.
    void refunds(Bill bill, long amount) {
        bill.paid -= amount;
        credit += amount;
    }

    /// I-07: what it was paid with goes back, and what was given for it goes with it: off the invoices of the recast
    /// that are to come, the latest first, then out of the credit that is left.
    void voids(Bill bill) {
        bill.isVoided = true;
        long back = bill.credited + bill.adjusted - bill.given;
        if (back >= 0) {
            credit += back;
            return;
        }
        long left = -back;
        var bearing = bills.stream()
                .filter(other -> other.contract == bill.contract && other.term > bill.term && other.isOpen())
                .sorted(Comparator.comparing((Bill other) -> other.on).reversed())
                .toList();
        for (var other : bearing) {
            long lost = Math.min(left, other.adjusted);
            other.adjusted -= lost;
            left -= lost;
        }
        credit -= Math.min(left, credit);
    }

    /// U-03, U-05, U-06
    void upgrades(Contract contract, YearMonth from, long monthly, YearMonth today) {
        long more = monthly - contract.monthly;
        contract.monthly = monthly;
        contract.changeable = from;
        if (more >= 0) {
            if (more > 0) bills(contract, from, more, today);
            return;
        }
        var touched = bills.stream()
                .filter(bill -> bill.contract == contract.place && bill.term == contract.term)
                .toList()
                .reversed();
        var taken = new TreeMap<Integer, Long>();
        for (var month = from; month.isBefore(contract.end); month = month.plusMonths(1)) {
            long left = -more;
            for (var bill : touched) {
                long part = Math.min(left, bill.months.getOrDefault(month, 0L));
                bill.months.merge(month, -part, Long::sum);
                taken.merge(bills.indexOf(bill), part, Long::sum);
                left -= part;
            }
        }
        taken.forEach((place, unused) -> credit += settles(bills.get(place), unused));
        moves(contract);
        shrinks(contract);
    }

    /// what an invoice can bear no more of a recast's credit goes to the next ones.
    private void moves(Contract contract) {
        var waiting = of(contract).stream()
                .filter(Bill::isOpen)
                .sorted(Comparator.comparing(bill -> bill.on))
                .toList();
        long over = 0;
        for (var bill : waiting) {
            long kept = Math.min(bill.adjusted, bill.standing());
            over += bill.adjusted - kept;
            bill.adjusted = kept;
        }
        for (var bill : waiting) {
            long taken = Math.min(over, Math.max(0, bill.remaining()));
            bill.adjusted += taken;
            over -= taken;
        }
        credit += over;
    }

    /// Removes scheduled bills that bill nothing any more, and turns excess prepayments into credit (I-04, I-05).
    private void shrinks(Contract contract) {
        for (var bill : List.copyOf(of(contract))) {
            if (!bill.isOpen()) continue;
            long excess = Math.max(0, bill.paid - Math.max(0, bill.billed()));
            bill.paid -= excess;
            credit += excess;
            if (bill.standing() == 0) bills.remove(bill);
        }
    }

    /// of what is taken back, what was paid is given, and what was not is owed no more. The unused months are off
    /// it already.
    private static long settles(Bill bill, long unused) {
        if (!bill.isIssued || bill.isVoided || unused == 0) return 0;
        long kept = bill.paid + bill.credited + bill.adjusted - bill.given;
        long given = Math.clamp(kept - bill.standing(), 0, unused);
        bill.given += given;
        bill.offset += Math.min(unused - given, bill.remaining());
        return given;
    }

    ///
    private long ends(Contract contract, YearMonth on) {
        long given = 0;
        for (var bill : of(contract)) {
            long unused = 0;
            for (var month = on; month.isBefore(contract.end); month = month.plusMonths(1)) {
                unused += bill.months.getOrDefault(month, 0L);
                bill.months.remove(month);
            }
            given += settles(bill, unused);
        }
        return given;
    }

    ///
    void recasts(Contract contract, YearMonth on, int months, int every, long monthly) {
        long given = ends(contract, on);
        credit += unborne(contract);
        shrinks(contract);
        contract.opens(on, months, every, monthly);
        agrees(contract, on);
        for (var bill : of(contract)) {
            if (bill.term != contract.term) continue;
            bill.adjusted = Math.min(given, bill.standing());
            given -= bill.adjusted;
        }
        credit += given;
    }

    /// Z-02, with credit.
    void terminates(Contract contract, YearMonth on) {
        credit += ends(contract, on);
        credit += unborne(contract);
        shrinks(contract);
        contract.end = on;
    }

    /// what was to be borne by what is never billed is not lost.
    private long unborne(Contract contract) {
        long sum = 0;
        for (var bill : of(contract)) {
            if (!bill.isOpen()) continue;
            sum += bill.adjusted;
            bill.adjusted = 0;
        }
        return sum;
    }

    private static YearMonth max(YearMonth one, YearMonth other) {
        return one.isAfter(other) ? one : other;
    }
}
