package dev.brickwork.web.portal;

import dev.brickwork.contracts.Contracts;
import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.sellers.Seller;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.templates.pages.JteportalGenerated;
import dev.brickwork.web.portal.access.Html;
import dev.brickwork.web.portal.access.Visit;
import dev.brickwork.web.portal.views.Frame;
import dev.brickwork.web.portal.views.PageText;
import dev.brickwork.web.portal.views.PortalViewModel;
import java.util.Optional;
import java.util.regex.Pattern;

/// `/portal/{token}`: the invoices and payment methods of the company that paid for a subscription when the link
/// was made, also after another company has taken the subscription over.
final class PortalPage implements PortalRouter.Section {
    private static final Pattern PDF = Pattern.compile("invoices/([0-9a-f-]{36})/pdf");
    private static final Pattern PAGE = Pattern.compile("\\d{1,4}");

    private final Database database;
    private final Sellers sellers;
    private final Customers customers;
    private final Contracts contracts;
    private final LinkStore links;
    private final PortalView view;
    private final PayView papers;
    private final PortalMethods methods;

    PortalPage(Pages.Dependencies modules, LinkStore links, PortalView view, PayView papers, PortalMethods methods) {
        this.database = modules.database();
        this.sellers = modules.sellers();
        this.customers = modules.customers();
        this.contracts = modules.contracts();
        this.links = links;
        this.view = view;
        this.papers = papers;
        this.methods = methods;
    }

    /// A visitor with a valid link.
    private record Guest(Visit visit, Caller caller, Seller seller, Customer company, PageText say) {}

    @Override
    public Optional<Answer> answer(Visit visit) {
        return database.read(tx -> links.find(tx, Link.Kind.PORTAL, visit.token()))
                .flatMap(link -> {
                    var guest = database.read(tx -> guest(tx, visit, link));
                    if (link.isExpired(visit.now())) return Optional.of(Notices.expired(guest.say, guest.seller));
                    return page(guest);
                });
    }

    private Guest guest(SqlSession tx, Visit visit, Link link) {
        var caller = visit.caller(link.seller(), sellers.testClock(tx, link.seller()));
        var id = link.company()
                .orElseGet(() -> contracts
                        .find(tx.as(caller), link.subscription())
                        .orElseThrow()
                        .billedCompany());
        var company = customers.find(tx.as(caller), new CustomerId(id)).orElseThrow();
        return new Guest(visit, caller, sellers.get(tx, link.seller()), company, new PageText(company.locale()));
    }

    private Optional<Answer> page(Guest guest) {
        var visit = guest.visit;
        if (visit.isGet()) return Optional.of(show(guest));
        if (visit.request().method().equals("POST") && !guest.company.isErased()) {
            return methods.change(visit, guest.caller, guest.company.id().value());
        }
        if (visit.is("GET", PortalMethods.FIRST) && !guest.company.isErased()) {
            return Optional.of(
                    methods.keepFirst(visit, guest.caller, guest.company.id().value()));
        }
        var pdf = PDF.matcher(visit.action());
        if (!visit.request().method().equals("GET") || !pdf.matches()) return Optional.empty();
        return Ids.parse(pdf.group(1)).flatMap(id -> pdf(guest, new InvoiceId(id)));
    }

    private Optional<Answer> pdf(Guest guest, InvoiceId invoice) {
        return database.read(tx -> {
            var number = view.number(tx.as(guest.caller), guest.company.id().value(), invoice);
            return number.flatMap(name -> papers.pdf(tx.as(guest.caller), invoice)
                    .map(bytes -> Html.file("application/pdf", PayPdf.fileName(name), bytes)));
        });
    }

    private Answer show(Guest guest) {
        var text = guest.visit.query("page");
        int page = PAGE.matcher(text).matches() ? Integer.parseInt(text) : 0;
        var rows = database.read(
                tx -> view.invoices(tx.as(guest.caller), guest.company.id().value(), page));
        var here = guest.visit.path();
        var look = new PortalViewModel(
                Frame.of(guest.say, guest.seller, guest.say.text("portal_title")),
                here,
                PortalMethods.banner(guest.visit, guest.say),
                guest.company.formalName(),
                rows.stream()
                        .limit(PortalView.PAGE_SIZE)
                        .map(row -> bill(guest, row))
                        .toList(),
                page > 0 ? Optional.of(here + "?page=" + (page - 1)) : Optional.empty(),
                rows.size() > PortalView.PAGE_SIZE ? Optional.of(here + "?page=" + (page + 1)) : Optional.empty(),
                database
                        .read(tx -> view.credit(
                                tx.as(guest.caller), guest.company.id().value()))
                        .stream()
                        .map(guest.say::money)
                        .toList(),
                guest.company.isErased()
                        ? Optional.empty()
                        : methods.list(
                                guest.visit, guest.caller, guest.company.id().value(), guest.say),
                guest.visit.formToken(PortalMethods.ADD));
        return Html.page(200, out -> JteportalGenerated.render(out, null, look));
    }

    private static PortalViewModel.Bill bill(Guest guest, PortalView.Row row) {
        var status = row.status(guest.caller.now());
        var state = PayState.of(status, row.processing());
        boolean isUnderWay = state == PayState.PROCESSING;
        return new PortalViewModel.Bill(
                row.number(),
                guest.say.shortDate(row.issuedOn()),
                guest.say.money(row.total()),
                (state.isPayable() || isUnderWay) && !row.remaining().equals(row.total())
                        ? Optional.of(guest.say.money(row.remaining()))
                        : Optional.empty(),
                guest.say.text(isUnderWay ? "under_way" : Statuses.words(status)),
                isUnderWay ? "warn" : Statuses.tone(status),
                row.payToken().filter(_ -> state.isPayable()).map(token -> "/pay/" + token),
                row.isPrinted()
                        ? Optional.of(
                                guest.visit.path() + "/invoices/" + row.id().value() + "/pdf")
                        : Optional.empty());
    }
}
