package dev.brickwork.web.portal;

import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.TransactionMethod;
import dev.brickwork.customers.Person;
import dev.brickwork.payments.CustomerPayments;
import dev.brickwork.payments.CustomerPayments.Saved;
import dev.brickwork.payments.processor.MethodType;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.templates.pages.JtecheckoutGenerated;
import dev.brickwork.web.portal.access.FormStore;
import dev.brickwork.web.portal.access.FormToken;
import dev.brickwork.web.portal.access.Html;
import dev.brickwork.web.portal.access.Visit;
import dev.brickwork.web.portal.views.Banner;
import dev.brickwork.web.portal.views.CheckoutViewModel;
import dev.brickwork.web.portal.views.SignViewModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// `/checkout/{token}`: the buyer reads the order and chooses how to agree: by a payment method, which is
/// given at the processor's form and charged from then on, or by signing the order form.
final class CheckoutPage implements PortalRouter.Section {
    private static final String CHOOSE = "choose";
    private static final String CONFIRM = "confirm";
    private static final int WAY_LENGTH_MAX = 20;
    private static final int METHOD_LENGTH_MAX = 255;

    private final Database database;
    private final OrderVisits visits;
    private final FormStore forms;
    private final MakeLink making;
    private final CustomerPayments payments;

    CheckoutPage(Database database, OrderVisits visits, FormStore forms, MakeLink making, CustomerPayments payments) {
        this.database = database;
        this.visits = visits;
        this.forms = forms;
        this.making = making;
        this.payments = payments;
    }

    /// The ways in which a buyer can accept an order.
    enum Way {
        CARD("choose_card", "choose_card_more"),
        BANK("choose_bank", "choose_bank_more"),
        FORM("choose_form", "choose_form_more");

        private final String words;
        private final String more;

        Way(String words, String more) {
            this.words = words;
            this.more = more;
        }

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Optional<Way> of(String text) {
            for (var way : values()) if (way.wire().equals(text)) return Optional.of(way);
            return Optional.empty();
        }

        boolean takes(MethodType type) {
            return switch (this) {
                case CARD -> type != MethodType.US_BANK_ACCOUNT;
                case BANK -> type == MethodType.US_BANK_ACCOUNT;
                case FORM -> false;
            };
        }
    }

    @Override
    public Optional<Answer> answer(Visit visit) {
        return visits.answer(visit, Link.Kind.CHECKOUT, guest -> {
            if (visit.isGet()) return Optional.of(show(guest));
            if (!guest.sheet().isOpen()) return Optional.of(guest.back(""));
            if (visit.is("POST", CHOOSE)) return Optional.of(choose(guest));
            if (visit.is("POST", CONFIRM)) return Optional.of(confirm(guest));
            return Optional.empty();
        });
    }

    /// The ways that this order offers: the order form is missing below the minimum order value.
    private List<Way> ways(OrderVisit guest) {
        var methods = guest.sheet().form().methods();
        boolean isTaking = payments.isTakingPayments(guest.caller());
        boolean isDollars = guest.sheet().form().estimate().currency() == Currency.USD;
        var ways = new ArrayList<Way>();
        if (isTaking && methods.checkoutCreditCard()) ways.add(Way.CARD);
        if (isTaking && methods.checkoutAch() && isDollars) ways.add(Way.BANK);
        if (guest.sheet().isFormOffered()) ways.add(Way.FORM);
        return ways;
    }

    private Answer show(OrderVisit guest) {
        var sheet = guest.sheet();
        if (sheet.isOpen()) return open(guest);
        if (sheet.stage() != OrderStage.CLOSED) return Notices.dropped(guest.say(), guest.seller());
        var agreed = guest.agreed("agreed_title");
        return page(200, guest, Optional.of(agreed), List.of(), Optional.empty(), Optional.empty());
    }

    /// Who came back from the processor's form confirms with what was given there; the newest comes first.
    private Answer open(OrderVisit guest) {
        var ways = ways(guest);
        var method = Way.of(guest.visit().query("way"))
                .filter(ways::contains)
                .flatMap(way -> methods(guest, List.of(way)).findFirst());
        var name = guest.sheet().form().signatory().flatMap(Person::displayName).orElse("");
        var confirm = method.map(it -> entry(guest, it, name, "", Optional.empty()));
        return page(200, guest, guest.banner(), ways, method, confirm);
    }

    /// The company's methods that fit; none while the processor is away.
    private Stream<Saved> methods(OrderVisit guest, List<Way> ways) {
        try {
            return payments.methods(guest.caller(), company(guest)).stream()
                    .filter(it ->
                            ways.stream().anyMatch(way -> way.takes(it.method().type())));
        } catch (Refusal away) {
            return Stream.empty();
        }
    }

    private static UUID company(OrderVisit guest) {
        return guest.sheet().form().billed().id().value();
    }

    private Answer choose(OrderVisit guest) {
        var fields = guest.visit().form();
        var form = guest.visit().usedForm(fields, CHOOSE);
        var way = Way.of(Visit.typed(fields, "way", WAY_LENGTH_MAX)).filter(ways(guest)::contains);
        if (form.isEmpty() || way.isEmpty()) return guest.back("again");
        return way.get() == Way.FORM ? toForm(guest, form.get()) : toProcessor(guest, form.get(), way.get());
    }

    private Answer toForm(OrderVisit guest, FormToken form) {
        return database.inTransaction(guest.caller(), tx -> {
            if (!forms.use(tx, form, guest.visit().now())) return guest.back("again");
            var order = guest.link().order().orElseThrow();
            var wish = MakeLink.Input.ofOrder(Link.Kind.SIGN, guest.link().subscription(), order, Optional.empty());
            return Html.seeOther(making.run(tx, wish).path());
        });
    }

    private Answer toProcessor(OrderVisit guest, FormToken form, Way way) {
        var refused = database.inTransaction(
                guest.caller(),
                tx -> forms.useForSession(
                        tx, form, guest.link().id(), guest.visit().now()));
        if (refused.isPresent()) return guest.back(refused.get());
        try {
            var returnTo = guest.visit().url("?way=" + way.wire());
            return Html.seeOther(
                    payments.addMethod(guest.caller(), company(guest), returnTo).toString());
        } catch (Refusal away) {
            return guest.back("later");
        }
    }

    private Answer confirm(OrderVisit guest) {
        var fields = guest.visit().form();
        var typed = OrderVisits.typed(guest, fields, CONFIRM);
        if (typed.isEmpty()) return guest.back("again");
        var method = method(guest, fields);
        if (method.isEmpty()) return guest.back("again");
        if (!OrderVisits.isName(typed.get().name()) || !typed.get().isAccepted()) {
            var role = typed.get().role().orElse("");
            var confirm = entry(guest, method.get(), typed.get().name(), role, typed);
            return page(400, guest, Optional.empty(), ways(guest), method, Optional.of(confirm));
        }
        try {
            var choice = payments.choice(
                    guest.caller(), company(guest), method.get().method().id());
            if (choice.isEmpty()) return guest.back("again");
            return visits.agree(guest, typed.get(), TransactionMethod.STRIPE, choice.get());
        } catch (Refusal away) {
            return guest.back("later");
        }
    }

    /// The method that was shown, if it is still the company's and still a way that this order offers.
    private Optional<Saved> method(OrderVisit guest, Fields fields) {
        var id = Visit.typed(fields, "method", METHOD_LENGTH_MAX);
        return methods(guest, ways(guest))
                .filter(it -> it.method().id().equals(id))
                .findFirst();
    }

    private static SignViewModel.Entry entry(
            OrderVisit guest, Saved method, String name, String role, Optional<OrderVisits.Typed> typed) {
        var say = guest.say();
        var customer = guest.sheet().form().customer();
        return new SignViewModel.Entry(
                say.text("confirm_title"),
                guest.token(CONFIRM + " " + guest.shown()),
                guest.shown(),
                name,
                role,
                say.text(
                        "confirm_consent",
                        "company",
                        customer.formalName(),
                        "method",
                        MethodWords.of(method.method(), say)),
                say.text("confirm_button"),
                typed.filter(it -> !OrderVisits.isName(it.name())).map(_ -> say.text("name_missing")),
                typed.filter(it -> !it.isAccepted()).map(_ -> say.text("consent_missing")));
    }

    private static Answer page(
            int status,
            OrderVisit guest,
            Optional<Banner> banner,
            List<Way> ways,
            Optional<Saved> method,
            Optional<SignViewModel.Entry> confirm) {
        var say = guest.say();
        var choices = new ArrayList<CheckoutViewModel.Choice>();
        for (var way : ways) {
            boolean isFirst = choices.isEmpty();
            choices.add(new CheckoutViewModel.Choice(way.wire(), say.text(way.words), say.text(way.more), isFirst));
        }
        var look = new CheckoutViewModel(
                guest.frame("order_title"),
                guest.visit().path(),
                banner,
                guest.order(),
                guest.sheet().isOpen(),
                choices,
                say.text("nothing_offered", "seller", guest.seller().name()),
                guest.token(CHOOSE),
                confirm,
                method.map(it -> new CheckoutViewModel.Method(
                        it.method().id(), MethodWords.icon(it.method()), MethodWords.of(it.method(), say))));
        return Html.page(status, out -> JtecheckoutGenerated.render(out, null, look));
    }
}
