package dev.brickwork.pages;

import dev.brickwork.kernel.Caller;
import dev.brickwork.pages.look.Banner;
import dev.brickwork.pages.look.Fact;
import dev.brickwork.pages.look.Frame;
import dev.brickwork.pages.look.NoticeLook;
import dev.brickwork.pages.look.PayLook;
import dev.brickwork.pages.look.Phrase;
import dev.brickwork.pages.look.Speech;
import dev.brickwork.pages.visit.Html;
import dev.brickwork.pages.visit.Visit;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.sellers.BankAccount;
import dev.brickwork.sellers.Seller;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.templates.pages.JtepayGenerated;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `/pay/{token}`: an invoice to pay, for whoever holds its link. It never expires, and shows seller, number, amount,
/// due date, status and the ways to pay, nothing more personal.
final class PayPage implements Site.Section {
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

    /// Somebody with a good link.
    private record Guest(Visit visit, Caller caller, Seller seller, Payable bill, PayState state, Speech say) {}

    @Override
    public Optional<Answer> answer(Visit visit) {
        return database.read(tx -> view.find(tx, visit.token()))
                .map(bill -> guest(visit, bill))
                .filter(guest -> guest.state != PayState.HIDDEN)
                .flatMap(this::page);
    }

    private Guest guest(Visit visit, Payable bill) {
        return database.read(tx -> {
            var caller = visit.caller(bill.seller(), sellers.testClock(tx, bill.seller()));
            var seller = sellers.get(tx, bill.seller());
            return new Guest(visit, caller, seller, bill, bill.state(caller.now()), new Speech(bill.locale()));
        });
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
        boolean isOpen = guest.state == PayState.OPEN;
        if (visit.is("POST", PayPdf.SEND))
            return Optional.of(isOpen ? pdf.send(visit, guest.caller, guest.bill) : visit.back(""));
        if (visit.is("POST", PayPdf.OPEN))
            return Optional.of(isOpen ? pdf.open(visit, guest.caller, guest.bill) : visit.back(""));
        return Optional.empty();
    }

    private Answer show(Guest guest) {
        var say = guest.say;
        return switch (guest.state) {
            case OPEN -> Html.page(200, out -> JtepayGenerated.render(out, null, look(guest)));
            case LATE -> Notices.page(200, late(guest));
            case PROCESSING -> notice(guest, "warn", "wait", Phrase.PROCESSING_TITLE, say.say(Phrase.PROCESSING_MORE));
            case PAID -> notice(guest, "good", "good", Phrase.PAID_TITLE, say.say(Phrase.PAID_MORE));
            case SETTLED -> notice(guest, "good", "good", Phrase.SETTLED_TITLE, say.say(Phrase.SETTLED_MORE));
            case VOID -> notice(guest, "bad", "bad", Phrase.VOID_TITLE, say.say(Phrase.VOID_MORE, guest.seller.name()));
            case HIDDEN -> Notices.unknown(404);
        };
    }

    private static Answer notice(Guest guest, String tone, String icon, Phrase title, String text) {
        var frame = waiting(guest, Frame.of(guest.say, guest.seller, guest.say.say(title)));
        return Notices.page(200, NoticeLook.of(frame, tone, icon, text));
    }

    private static NoticeLook late(Guest guest) {
        var say = guest.say;
        var frame = Frame.of(say, guest.seller, say.say(Phrase.LATE_TITLE));
        var notice = NoticeLook.of(frame, "bad", "wait", say.say(Phrase.LATE_MORE));
        return PayOnline.offer(guest.visit, guest.bill, say, guest.seller.name())
                .map(offer -> notice.with(new NoticeLook.Form(
                        guest.visit.path() + "/" + PayOnline.BEGIN, offer.token(), say.say(Phrase.PAY_REST))))
                .orElse(notice);
    }

    private PayLook look(Guest guest) {
        var say = guest.say;
        var bill = guest.bill;
        long settled = bill.facts().total() - bill.facts().remaining();
        return new PayLook(
                waiting(guest, Frame.of(say, guest.seller, say.say(Phrase.INVOICE, bill.number()))),
                guest.visit.path(),
                bill.number(),
                bill.entity(),
                say.money(bill.remaining()),
                say.money(bill.total()),
                settled == 0 ? Optional.empty() : Optional.of(say.money(settled, bill.currency())),
                say.date(bill.dueOn()),
                say.say(Statuses.words(bill.status(guest.caller.now()))),
                Statuses.tone(bill.status(guest.caller.now())),
                banner(guest),
                PayOnline.offer(guest.visit, bill, say, guest.seller.name()),
                offline(bill, say),
                pdf.look(guest.visit, say));
    }

    private static List<PayLook.Offline> offline(Payable bill, Speech say) {
        var all = new ArrayList<PayLook.Offline>();
        if (bill.methods().paywallWire()) all.add(wire(bill, say));
        if (bill.methods().paywallCheck()) all.add(check(bill, say));
        return all;
    }

    private static PayLook.Offline wire(Payable bill, Speech say) {
        var account = bill.bankAccount();
        var rows = new ArrayList<Fact>();
        account.ifPresent(bank -> bank.rows(bill.entity()).forEach(row -> rows.add(fact(say, row))));
        rows.add(reference(bill, say));
        var words = account.isPresent() ? Phrase.BY_WIRE_HOW : Phrase.BY_WIRE_ASK;
        return new PayLook.Offline(
                "bank", say.say(Phrase.BY_WIRE), say.say(words, say.money(bill.remaining()), bill.entity()), rows);
    }

    private static PayLook.Offline check(Payable bill, Speech say) {
        var rows = new ArrayList<Fact>();
        bill.address()
                .map(say::address)
                .filter(lines -> !lines.isEmpty())
                .ifPresent(lines -> rows.add(new Fact(say.say(Phrase.SEND_TO), String.join("\n", lines))));
        rows.add(reference(bill, say));
        var words = say.say(Phrase.BY_CHECK_HOW, say.money(bill.remaining()), bill.entity());
        return new PayLook.Offline("paper", say.say(Phrase.BY_CHECK), words, rows);
    }

    private static Fact reference(Payable bill, Speech say) {
        return new Fact(say.say(Phrase.REFERENCE), bill.number());
    }

    private static Fact fact(Speech say, BankAccount.Row row) {
        var label = switch (row.part()) {
            case HOLDER -> say.say(Phrase.ACCOUNT_HOLDER);
            case IBAN -> "IBAN";
            case ACCOUNT_NUMBER -> say.say(Phrase.ACCOUNT_NUMBER);
            case ROUTING_NUMBER -> say.say(Phrase.ROUTING_NUMBER);
            case BIC -> "BIC";
            case BANK -> say.say(Phrase.BANK);
            case INSTRUCTIONS -> say.say(Phrase.NOTE);
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
            return Optional.of(new Banner("", "", say.say(Phrase.PAY_CONTINUE)));
        return Banner.ofRefusal(guest.visit, say);
    }
}
