package dev.brickwork.web.portal;

import dev.brickwork.billing.orders.BuyerOrders;
import dev.brickwork.billing.orders.Consent;
import dev.brickwork.contracts.Signature;
import dev.brickwork.contracts.TransactionMethod;
import dev.brickwork.ids.OrderId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.web.portal.access.FormStore;
import dev.brickwork.web.portal.access.FormToken;
import dev.brickwork.web.portal.access.Visit;
import dev.brickwork.web.portal.views.PageText;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Finds the order behind a link and accepts it, for the checkout and the signing page.
final class OrderVisits {
    static final int NAME_LENGTH_MAX = 200;
    private static final int SHOWN_LENGTH_MAX = 40;
    private static final Pattern SHOWN = Pattern.compile("(\\d{1,18}):(-?\\d{1,18})");

    private final Database database;
    private final Sellers sellers;
    private final BuyerOrders orders;
    private final LinkStore links;
    private final FormStore forms;

    OrderVisits(Database database, Sellers sellers, BuyerOrders orders, LinkStore links, FormStore forms) {
        this.database = database;
        this.sellers = sellers;
        this.orders = orders;
        this.links = links;
        this.forms = forms;
    }

    /// Empty for an unknown link; an expired one is told so.
    Optional<Answer> answer(Visit visit, Link.Kind kind, Function<OrderVisit, Optional<Answer>> page) {
        return database.read(tx -> links.find(tx, kind, visit.token())).flatMap(link -> {
            var guest = database.read(tx -> guest(tx, visit, link));
            if (link.isExpired(visit.now())) return Optional.of(Notices.expired(guest.say(), guest.seller()));
            return page.apply(guest);
        });
    }

    private OrderVisit guest(SqlSession tx, Visit visit, Link link) {
        var caller = visit.caller(link.seller(), sellers.testClock(tx, link.seller()));
        OrderId order = link.order().orElseThrow();
        var sheet = orders.sheet(tx.as(caller), link.subscription(), order).orElseThrow();
        var say = new PageText(sheet.form().customer().locale());
        return new OrderVisit(visit, link, caller, sellers.get(tx, link.seller()), sheet, say);
    }

    /// The submitted form under an order, with the version and total that its page showed.
    record Typed(FormToken form, long version, long total, String name, Optional<String> role, boolean isAccepted) {}

    /// Empty when the form was not issued by this service or has expired.
    static Optional<Typed> typed(OrderVisit guest, Fields fields, String purpose) {
        var visit = guest.visit();
        var shown = SHOWN.matcher(Visit.typed(fields, "shown", SHOWN_LENGTH_MAX));
        if (!shown.matches()) return Optional.empty();
        return visit.usedForm(fields, purpose + " " + shown.group())
                .map(form -> new Typed(
                        form,
                        Long.parseLong(shown.group(1)),
                        Long.parseLong(shown.group(2)),
                        Visit.typed(fields, "name", NAME_LENGTH_MAX),
                        Optional.of(Visit.typed(fields, "role", NAME_LENGTH_MAX))
                                .filter(role -> !role.isEmpty()),
                        Visit.typed(fields, "consent", NAME_LENGTH_MAX).equals("yes")));
    }

    /// A name has letters.
    static boolean isName(String name) {
        return name.codePoints().filter(Character::isLetter).count() >= 2;
    }

    /// The page to go to.
    ///
    /// @param then what else happens with the consent, and only with it
    Answer agree(OrderVisit guest, Typed typed, TransactionMethod method, Consumer<Tx> then) {
        var seller = guest.sheet().form().entity().legalName();
        var consent = new Consent(
                guest.link().subscription(),
                guest.sheet().form().order(),
                typed.version,
                typed.total,
                new Signature(
                        typed.name,
                        typed.role,
                        Optional.of(guest.visit().request().address()),
                        guest.caller().now()),
                new Signature(
                        seller, Optional.empty(), Optional.empty(), guest.link().offeredAt()),
                method,
                method != TransactionMethod.ORDER_FORM);
        try {
            return guest.back(database.inTransaction(guest.caller(), tx -> {
                if (!forms.use(tx, typed.form, guest.visit().now())) return "again";
                var outcome = orders.agree(tx, consent);
                if (outcome instanceof Consent.Outcome.Agreed) then.accept(tx);
                return word(outcome);
            }));
        } catch (Refusal refused) {
            boolean isCoupon = refused.fields().keySet().stream().anyMatch(path -> path.endsWith("discount_coupons"));
            return guest.back(isCoupon ? "coupon" : "cannot");
        }
    }

    private static String word(Consent.Outcome outcome) {
        return switch (outcome) {
            case Consent.Outcome.Agreed() -> "";
            case Consent.Outcome.Changed() -> "changed";
            case Consent.Outcome.Ended(var _) -> "";
        };
    }
}
