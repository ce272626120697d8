package dev.brickwork.web.portal;

import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.TransactionMethod;
import dev.brickwork.customers.Customers;
import dev.brickwork.customers.Person;
import dev.brickwork.ids.PersonId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.templates.pages.JtesignGenerated;
import dev.brickwork.web.portal.access.Html;
import dev.brickwork.web.portal.access.Visit;
import dev.brickwork.web.portal.views.Banner;
import dev.brickwork.web.portal.views.SignViewModel;
import java.util.Optional;

/// `/sign/{token}`: the order form to read, and to sign by typing a name, which closes the order.
final class SignPage implements PortalRouter.Section {
    private static final String PURPOSE = "sign";

    private final Database database;
    private final Customers customers;
    private final OrderVisits visits;

    SignPage(Database database, Customers customers, OrderVisits visits) {
        this.database = database;
        this.customers = customers;
        this.visits = visits;
    }

    @Override
    public Optional<Answer> answer(Visit visit) {
        return visits.answer(visit, Link.Kind.SIGN, guest -> {
            if (visit.isGet()) return Optional.of(show(guest));
            if (visit.is("POST", "")) return Optional.of(sign(guest));
            return Optional.empty();
        });
    }

    private Answer show(OrderVisit guest) {
        var sheet = guest.sheet();
        if (sheet.isOpen() && !sheet.isFormOffered())
            return page(200, guest, Optional.of(guest.cannot()), Optional.empty());
        if (sheet.isOpen()) {
            var who = guest.link()
                    .person()
                    .map(PersonId::new)
                    .flatMap(id -> database.read(tx -> customers.person(tx.as(guest.caller()), id)))
                    .or(() -> sheet.form().signatory());
            var name = who.flatMap(Person::displayName).orElse("");
            var role = who.flatMap(Person::role).orElse("");
            return page(200, guest, guest.banner(), Optional.of(entry(guest, name, role, Optional.empty())));
        }
        if (sheet.stage() != OrderStage.CLOSED) return Notices.dropped(guest.say(), guest.seller());
        return page(200, guest, Optional.of(guest.agreed("signed_title")), Optional.empty());
    }

    private Answer sign(OrderVisit guest) {
        var typed = OrderVisits.typed(guest, guest.visit().form(), PURPOSE);
        if (typed.isEmpty()) return guest.back("again");
        if (!guest.sheet().isFormOffered()) return guest.back("");
        if (OrderVisits.isName(typed.get().name()) && typed.get().isAccepted()) {
            return visits.agree(guest, typed.get(), TransactionMethod.ORDER_FORM, _ -> {});
        }
        if (!guest.sheet().isOpen()) return guest.back("");
        var role = typed.get().role().orElse("");
        return page(
                400,
                guest,
                Optional.empty(),
                Optional.of(entry(guest, typed.get().name(), role, typed)));
    }

    private static SignViewModel.Entry entry(
            OrderVisit guest, String name, String role, Optional<OrderVisits.Typed> typed) {
        var say = guest.say();
        var form = guest.sheet().form();
        return new SignViewModel.Entry(
                say.text("sign_title"),
                guest.token(PURPOSE + " " + guest.shown()),
                guest.shown(),
                name,
                role,
                say.text("sign_consent", "company", form.customer().formalName()),
                say.text("sign_button"),
                typed.filter(it -> !OrderVisits.isName(it.name())).map(_ -> say.text("name_missing")),
                typed.filter(it -> !it.isAccepted()).map(_ -> say.text("consent_missing")));
    }

    private static Answer page(
            int status, OrderVisit guest, Optional<Banner> banner, Optional<SignViewModel.Entry> entry) {
        var frame = guest.frame("sign_title");
        var look = new SignViewModel(frame, guest.visit().path(), banner, guest.order(), entry);
        return Html.page(status, out -> JtesignGenerated.render(out, null, look));
    }
}
