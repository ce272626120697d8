package dev.brickwork.web.portal;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.sellers.BankAccount;
import dev.brickwork.sellers.Seller;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.templates.pages.JtepayGenerated;
import dev.brickwork.web.portal.access.Html;
import dev.brickwork.web.portal.access.Visit;
import dev.brickwork.web.portal.views.Banner;
import dev.brickwork.web.portal.views.Fact;
import dev.brickwork.web.portal.views.Frame;
import dev.brickwork.web.portal.views.PageText;
import dev.brickwork.web.portal.views.PayViewModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `/pay/{token}`: an invoice for those who hold its link. It never expires. However late, and after paying too, it
/// shows
/// seller, number, dates, lines, tax, credits, payments, the amount that is left, the bank account and the ways to pay;
/// of
/// the customer nothing. The PDF needs a code that is mailed to the invoice's recipients.
final class PayPage implements PortalRouter.Section {
    private static final int LOOKS_MAX = 7;
    private static final int LOOK_SECONDS = 5;

    private final Database database;
    private final Sellers sellers;
    private final PayView view;
    private final PayOnline online;
    private final PayPdf pdf;

    PayPage(Database database, Sellers sellers, PayView view, PayOnline online, PayPdf pdf) {
        this.database = database;
        this.sellers = sellers;
        this.view = view;
        this.online = online;
        this.pdf = pdf;
    }

    /// A visitor with a good link.
    private record Guest(
            Visit visit,
            Caller caller,
            Seller seller,
            Payable bill,
            PayStatement statement,
            PayState state,
            PageText say) {}

    @Override
    public Optional<Answer> answer(Visit visit) {
        return database.read(tx -> view.find(tx, visit.token()).map(bill -> guest(tx, visit, bill)))
                .filter(guest -> guest.state != PayState.HIDDEN)
                .flatMap(this::page);
    }

    private Guest guest(SqlSession tx, Visit visit, Payable bill) {
        var caller = visit.caller(bill.seller(), sellers.testClock(tx, bill.seller()));
        var seller = sellers.get(tx, bill.seller());
        var say = new PageText(bill.locale());
        return new Guest(visit, caller, seller, bill, view.statement(tx, bill), bill.state(caller.now()), say);
    }

    private Optional<Answer> page(Guest guest) {
        var visit = guest.visit;
        if (visit.isGet()) return Optional.of(show(guest));
        if (visit.is("GET", PayOnline.RETURN)) {
            return Optional.of(online.comeBack(visit, guest.caller, guest.bill));
        }
        if (visit.is("POST", PayOnline.BEGIN)) {
            return Optional.of(
                    guest.state.isPayable()
                            ? online.begin(visit, guest.caller, guest.bill, guest.say)
                            : visit.back(""));
        }
        if (visit.is("POST", PayPdf.SEND)) return Optional.of(pdf.send(visit, guest.caller, guest.bill));
        if (visit.is("POST", PayPdf.OPEN)) return Optional.of(pdf.open(visit, guest.caller, guest.bill));
        return Optional.empty();
    }

    private Answer show(Guest guest) {
        return Html.page(200, out -> JtepayGenerated.render(out, null, look(guest)));
    }

    private PayViewModel look(Guest guest) {
        var say = guest.say;
        var bill = guest.bill;
        var status = bill.status(guest.caller.now());
        boolean isPayable = guest.state.isPayable();
        boolean isOwed = isPayable || guest.state == PayState.PROCESSING;
        return new PayViewModel(
                waiting(guest, Frame.of(say, guest.seller, say.text("invoice", "number", bill.number()))),
                guest.visit.path(),
                bill.number(),
                say.money(isOwed ? bill.remaining() : bill.total()),
                isOwed ? Optional.of(say.date(bill.dueOn())) : Optional.empty(),
                say.text(guest.state == PayState.PROCESSING ? "under_way" : Statuses.words(status)),
                guest.state == PayState.PROCESSING ? "warn" : Statuses.tone(status),
                facts(bill, say),
                guest.statement.look(bill, say, guest.state != PayState.VOID),
                outcome(guest),
                banner(guest),
                isPayable ? PayOnline.offer(guest.visit, bill, say, guest.seller.name()) : Optional.empty(),
                guest.state == PayState.VOID ? List.of() : offline(bill, say, isPayable),
                pdf.look(guest.visit, say));
    }

    private static List<Fact> facts(Payable bill, PageText say) {
        var all = new ArrayList<Fact>();
        all.add(new Fact(say.text("from"), bill.entity()));
        all.add(new Fact(say.text("number"), bill.number()));
        bill.issuedOn().ifPresent(day -> all.add(new Fact(say.text("issued_on"), say.date(day))));
        all.add(new Fact(say.text("due_date"), say.date(bill.dueOn())));
        return all;
    }

    private static Optional<PayViewModel.Outcome> outcome(Guest guest) {
        var say = guest.say;
        return switch (guest.state) {
            case OPEN, HIDDEN -> Optional.empty();
            case PROCESSING -> outcome(say, "warn", "wait", "processing_title", "processing_more");
            case PAID -> outcome(say, "good", "good", "paid_title", "paid_more");
            case SETTLED -> outcome(say, "good", "good", "settled_title", "settled_more");
            case VOID -> outcome(say, "bad", "bad", "void_title", "void_more", "seller", guest.seller.name());
        };
    }

    private static Optional<PayViewModel.Outcome> outcome(
            PageText say, String tone, String icon, String title, String text, Object... namesAndValues) {
        return Optional.of(new PayViewModel.Outcome(tone, icon, say.text(title), say.text(text, namesAndValues)));
    }

    /// The account stays for those who look it up later, without a request to pay once nothing is open.
    private static List<PayViewModel.Offline> offline(Payable bill, PageText say, boolean isPayable) {
        var all = new ArrayList<PayViewModel.Offline>();
        if (bill.methods().paywallWire() && (isPayable || bill.bankAccount().isPresent())) {
            all.add(wire(bill, say, isPayable));
        }
        if (bill.methods().paywallCheck() && isPayable) all.add(check(bill, say));
        return all;
    }

    private static PayViewModel.Offline wire(Payable bill, PageText say, boolean isPayable) {
        var account = bill.bankAccount();
        var rows = new ArrayList<Fact>();
        account.ifPresent(bank -> bank.rows(bill.entity()).forEach(row -> rows.add(fact(say, row))));
        rows.add(reference(bill, say));
        if (!isPayable) return new PayViewModel.Offline("bank", say.text("bank_account"), "", rows);
        var words = account.isPresent() ? "by_wire_how" : "by_wire_ask";
        return new PayViewModel.Offline(
                "bank",
                say.text("by_wire"),
                say.text(words, "amount", say.money(bill.remaining()), "payee", bill.entity()),
                rows);
    }

    private static PayViewModel.Offline check(Payable bill, PageText say) {
        var rows = new ArrayList<Fact>();
        bill.address()
                .map(say::address)
                .filter(lines -> !lines.isEmpty())
                .ifPresent(lines -> rows.add(new Fact(say.text("send_to"), String.join("\n", lines))));
        rows.add(reference(bill, say));
        var words = say.text("by_check_how", "amount", say.money(bill.remaining()), "payee", bill.entity());
        return new PayViewModel.Offline("paper", say.text("by_check"), words, rows);
    }

    private static Fact reference(Payable bill, PageText say) {
        return new Fact(say.text("reference"), bill.number());
    }

    private static Fact fact(PageText say, BankAccount.Row row) {
        var label = switch (row.part()) {
            case HOLDER -> say.text("account_holder");
            case IBAN -> "IBAN";
            case ACCOUNT_NUMBER -> say.text("account_number");
            case ROUTING_NUMBER -> say.text("routing_number");
            case BIC -> "BIC";
            case BANK -> say.text("bank");
            case INSTRUCTIONS -> say.text("note");
        };
        return new Fact(label, row.value());
    }

    /// Who has just come back from the processor sees the outcome without doing anything, for half a minute.
    private static Frame waiting(Guest guest, Frame frame) {
        boolean isPending = guest.state == PayState.PROCESSING || isOpenAtProcessor(guest);
        var count = guest.visit.query("wait");
        if (!isPending || !count.matches("[1-9]")) return frame;
        int next = Integer.parseInt(count) + 1;
        if (next > LOOKS_MAX) return frame;
        return frame.refreshing(new Frame.Refresh(LOOK_SECONDS, guest.visit.path() + "?wait=" + next));
    }

    private static boolean isOpenAtProcessor(Guest guest) {
        return guest.state == PayState.OPEN && guest.bill.isFormOpen();
    }

    private static Optional<Banner> banner(Guest guest) {
        var say = guest.say;
        if (guest.visit.says("wait") && isOpenAtProcessor(guest))
            return Optional.of(new Banner("", "", say.text("pay_continue")));
        return Banner.ofRefusal(guest.visit, say);
    }
}
