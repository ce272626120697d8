package dev.brickwork.web.console;

import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.front.OwnApi;
import dev.brickwork.platform.http.front.RateLimits;
import dev.brickwork.platform.http.pages.Asset;
import dev.brickwork.platform.http.pages.HtmlAnswer;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.http.pages.PublicRequest;
import dev.brickwork.platform.http.pages.SameOrigin;
import dev.brickwork.templates.console.JtenoticeGenerated;
import dev.brickwork.templates.console.JtesheetGenerated;
import dev.brickwork.templates.console.JtesigninGenerated;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Every request to the console comes through here: by which method, from where, with whose key, to which section.
final class ConsoleRouter implements PublicPages {
    private static final String ROOT = "/console";
    private static final String SIGN_IN = ROOT + "/sign-in";
    private static final String SIGN_OUT = ROOT + "/sign-out";
    private static final String STYLE = "/assets/console.css";
    private static final int TYPED_ADDRESS_LENGTH_MAX = 4_000;
    private static final String RETRY_SECONDS = "60";
    private static final Answer STYLESHEET = Asset.of("text/css; charset=utf-8", "/console/console.css");

    private final OwnApi api;
    private final String baseUrl;
    private final SameOrigin sameOrigin;
    private final RateLimits views;
    private final int viewsPerMinute;
    private final InvoiceSection invoices = new InvoiceSection();
    private final ClockSection clock = new ClockSection();
    private final Map<String, Section> sections = Map.of(
            "", new OverviewSection(),
            "customers", new CustomerSection(),
            "subscriptions", new SubscriptionSection(),
            "invoices", invoices,
            "plans", new PlanSection(),
            "events", new EventSection(),
            "webhooks", new WebhookSection(),
            "clock", clock);

    /// @param viewsPerMinute how many requests one network address may make, signed in or not
    ConsoleRouter(OwnApi api, String baseUrl, int viewsPerMinute) {
        this.api = api;
        this.baseUrl = baseUrl;
        this.views = new RateLimits(Integer.MAX_VALUE);
        this.viewsPerMinute = viewsPerMinute;
        this.sameOrigin = new SameOrigin(baseUrl);
    }

    @Override
    public Optional<Answer> answer(PublicRequest request) {
        if (request.path().equals(STYLE) && isRead(request)) return Optional.of(STYLESHEET);
        return isOurs(request) ? Optional.of(guarded(request)) : Optional.empty();
    }

    /// The failure was logged with its id.
    @Override
    public Answer failed(PublicRequest request, Answer failure) {
        return isOurs(request) ? failed(failure.status()) : failure;
    }

    private static boolean isOurs(PublicRequest request) {
        var path = request.path();
        return path.equals("/") || path.equals(ROOT) || path.startsWith(ROOT + "/");
    }

    private static boolean isRead(PublicRequest request) {
        return request.method().equals("GET") || request.method().equals("HEAD");
    }

    private Answer guarded(PublicRequest request) {
        if (!views.takeFrom(request.address(), RateLimits.Limit.perMinute(viewsPerMinute))) return busy(RETRY_SECONDS);
        if (!isRead(request) && !request.method().equals("POST")) {
            return notice(405, "This page cannot do that", "It can only be read.")
                    .with("Allow", "GET, HEAD, POST");
        }
        if (!isRead(request) && !sameOrigin.allows(request)) {
            return notice(403, "This form came from another site", "Open the console itself and try again.");
        }
        var session = Session.of(request, baseUrl);
        try {
            return isRead(request) ? page(request, session) : form(request, session);
        } catch (Refused refused) {
            return refused(refused, request, session);
        } catch (Refusal unreadable) {
            return notice(400, "This form cannot be read", unreadable.why());
        }
    }

    private Answer page(PublicRequest request, Session session) {
        if (request.path().equals(ROOT)) return HtmlAnswer.seeOther("/");
        if (request.path().equals(SIGN_IN)) return signIn(200, "", ReturnTo.parse(asked(request, ReturnTo.NAME)));
        var key = session.key(request);
        if (key.isEmpty()) return HtmlAnswer.seeOther(ReturnTo.of(request).signIn(SIGN_IN));
        var reader = new ConsoleRequest(api, request, key.get());
        var path = path(request);
        var file = invoices.file(reader, path);
        if (file.isPresent()) return file.get();
        return section(path)
                .flatMap(section -> section.show(reader, path.subList(Math.min(1, path.size()), path.size())))
                .map(sheet -> drawn(200, reader, path, sheet))
                .orElseGet(ConsoleRouter::unknown);
    }

    private Answer form(PublicRequest request, Session session) {
        if (request.path().equals(SIGN_IN)) return signedIn(request, session);
        var key = session.key(request);
        if (key.isEmpty()) return HtmlAnswer.seeOther(SIGN_IN);
        var fields = request.form();
        if (!Session.isCsrfToken(ConsoleRequest.typed(fields, "csrf_token"), key.get())) {
            return notice(403, "This form is out of date", "Open the page again and send its form once more.");
        }
        return switch (request.path()) {
            case SIGN_OUT -> session.ended(HtmlAnswer.seeOther(SIGN_IN));
            case ClockSection.ADDRESS -> advanced(request, key.get(), fields);
            default -> unknown();
        };
    }

    private Answer advanced(PublicRequest request, String key, Fields fields) {
        var reader = new ConsoleRequest(api, request, key);
        return clock.advance(reader, fields)
                .map(fault -> drawn(400, reader, path(request), fault))
                .orElseGet(() -> HtmlAnswer.seeOther(ClockSection.ADDRESS));
    }

    /// Mistyped, unknown, revoked, not for reading: whatever is wrong with a key gets the same answer.
    private Answer signedIn(PublicRequest request, Session session) {
        var fields = request.form();
        var key = ConsoleRequest.typed(fields, "key");
        var wanted = ReturnTo.parse(
                fields.text(ReturnTo.NAME, TYPED_ADDRESS_LENGTH_MAX).orElse(""));
        try {
            if (!Session.isKey(key)) return wrongKey(wanted);
            new ConsoleRequest(api, request, key);
            return session.begun(HtmlAnswer.seeOther(wanted.address()), key);
        } catch (Refused refused) {
            if (refused.status() == 401 || refused.status() == 403) return wrongKey(wanted);
            throw refused;
        }
    }

    private static Answer wrongKey(ReturnTo wanted) {
        return signIn(401, "This key does not work. Check that it is complete, not revoked, and may read.", wanted);
    }

    private static Answer refused(Refused refused, PublicRequest request, Session session) {
        return switch (refused.status()) {
            case 401 -> session.ended(HtmlAnswer.seeOther(ReturnTo.of(request).signIn(SIGN_IN)));
            case 403 -> notice(403, "Your key may not do this", "It lacks the scope. Sign in with another key.");
            case 400, 404 -> unknown();
            case 429 -> busy("1");
            default -> failed(refused.status());
        };
    }

    private static List<String> path(PublicRequest request) {
        if (request.path().length() <= ROOT.length()) return List.of();
        return List.of(request.path().substring(ROOT.length() + 1).split("/", -1));
    }

    private Optional<Section> section(List<String> path) {
        return Optional.ofNullable(sections.get(path.isEmpty() ? "" : path.getFirst()));
    }

    private static Answer drawn(int status, ConsoleRequest reader, List<String> path, ConsolePage sheet) {
        var here = path.isEmpty() ? "" : path.getFirst();
        var frame = frame(reader, here);
        return HtmlAnswer.page(status, out -> JtesheetGenerated.render(out, null, frame, sheet));
    }

    private static Frame frame(ConsoleRequest reader, String here) {
        var ways = new ArrayList<Frame.Way>();
        ways.add(new Frame.Way("Overview", "/", "home", here.isEmpty()));
        for (var name : List.of("Customers", "Subscriptions", "Invoices", "Plans", "Events", "Webhooks")) {
            var word = name.toLowerCase(Locale.ROOT);
            ways.add(new Frame.Way(name, ROOT + "/" + word, word, here.equals(word)));
        }
        if (!reader.isTest()) return new Frame(reader.seller().text("name"), false, "", reader.csrfToken(), ways);
        ways.add(new Frame.Way("Test clock", ClockSection.ADDRESS, "clock", here.equals("clock")));
        var now = reader.get("/test-clock").moment("now", reader.zone());
        return new Frame(reader.seller().text("name"), true, now, reader.csrfToken(), ways);
    }

    private static Answer signIn(int status, String fault, ReturnTo wanted) {
        return HtmlAnswer.page(status, out -> JtesigninGenerated.render(out, null, fault, wanted.field()));
    }

    private static String asked(PublicRequest request, String name) {
        return request.query().getOrDefault(name, List.of("")).getFirst();
    }

    private static Answer busy(String seconds) {
        return notice(429, "Too many requests", "Wait a moment, then load the page again.")
                .with("Retry-After", seconds);
    }

    /// The 404 page; an object of another seller gets the same answer as one that does not exist.
    private static Answer unknown() {
        return notice(404, "There is no such page", "It may have been mistyped, or belong to another seller.");
    }

    private static Answer failed(int status) {
        return notice(status, "This did not work", "The service is busy or failed. Load the page again in a moment.");
    }

    private static Answer notice(int status, String title, String text) {
        return HtmlAnswer.page(status, out -> JtenoticeGenerated.render(out, null, title, text));
    }
}
