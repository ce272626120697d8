package dev.brickwork.web.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.processor.StripeDouble;
import dev.brickwork.platform.Caller;
import dev.brickwork.support.Property;
import dev.brickwork.support.TestPostgres;
import dev.brickwork.support.Tier;
import dev.brickwork.web.portal.access.FormStore;
import dev.brickwork.web.portal.access.PageToken;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the security of the hosted pages against strangers, over plain HTTP.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class PortalRouterTest {
    private static final int TIMINGS_MAX = 10;
    private static final int GUESSES_TIMED = Property.cases(400, 5_000);
    private static final StripeDouble STRIPE = StripeDouble.started();

    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp(
            Map.of("BRICKWORK_STRIPE_URL", STRIPE.base().toString()));

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Pattern FORM = Pattern.compile(
            "action=\"([^\"]+)\"[^>]*>\\s*(?:<h2[^>]*>[^<]*</h2>\\s*)?<input type=\"hidden\" name=\"form\""
                    + " value=\"([^\"]+)\"");

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String address) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(address)));
    }

    private static HttpResponse<String> post(String address, String form, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form));
        if (headers.length > 0) request.headers(headers);
        return send(request);
    }

    /// The hidden field of the form that is sent to this action.
    private static String formToken(String page, String action) {
        var forms = FORM.matcher(page);
        while (forms.find()) if (forms.group(1).endsWith(action)) return forms.group(2);
        throw new AssertionError("no form for " + action + " in " + page);
    }

    private static final String[] OURS = {"Sec-Fetch-Site", "same-origin", "Origin", "null"};

    /// Pages of every kind and every answer, good and bad.
    private static List<HttpResponse<String>> everyAnswer() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.offer("");
        var open = desk.payLink(desk.invoice("80"));
        var paid = desk.invoice("80");
        var paidLink = desk.payLink(paid);
        desk.seller
                .post("/invoices/%s/payments".formatted(paid), "{\"payment_method\": \"WIRE\", \"paid_amount\": 8000}")
                .is(200);
        var all = new ArrayList<HttpResponse<String>>();
        for (var link : List.of(
                open,
                paidLink,
                desk.signLink(subscription),
                desk.checkoutLink(subscription),
                desk.portalLink(subscription),
                HOUSE.address() + "/pay/short",
                HOUSE.address() + "/sandbox/cs_sandbox_0123456789abcdef0123456789abcdef")) all.add(get(link));
        all.add(post(open + "/session", "form=x", OURS));
        all.add(post(open + "/session", "form=x", "Origin", "https://evil.example"));
        all.add(send(HttpRequest.newBuilder(URI.create(open)).DELETE()));
        var session = post(open + "/session", "form=" + formToken(get(open).body(), "/session"), OURS);
        assertThat(session.statusCode()).isEqualTo(303);
        all.add(session);
        all.add(get(session.headers().firstValue("Location").orElseThrow()));
        return all;
    }

    @Test
    void everyAnswerHasTheHeaders() throws Exception {
        for (var answer : everyAnswer()) {
            var headers = answer.headers();
            var policy = headers.firstValue("Content-Security-Policy").orElse("");
            assertThat(policy)
                    .as(answer.uri() + " " + answer.statusCode())
                    .contains("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'")
                    .doesNotContain("unsafe", "script-src");
            assertThat(headers.firstValue("Referrer-Policy")).contains("no-referrer");
            assertThat(headers.firstValue("Cache-Control")).contains("no-store");
            assertThat(headers.firstValue("X-Robots-Tag").orElse("")).contains("noindex");
            assertThat(headers.firstValue("X-Frame-Options")).contains("DENY");
            assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
        }
    }

    @Test
    void noPageHoldsAScriptOrAStyle() throws Exception {
        for (var answer : everyAnswer()) {
            assertThat(answer.body())
                    .as(answer.uri().toString())
                    .doesNotContainIgnoringCase("<script", "javascript:", "<style", " style=")
                    .doesNotContainPattern("(?i)<[^>]*\\son[a-z]+\\s*=");
        }
    }

    /// The link alone tells what is owed for what, and to whom, but not who the customer is.
    @Test
    void thePaymentPageTellsNothingPersonal() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var page = get(desk.payLink(desk.invoice("80"))).body();
        assertThat(page)
                .contains("Northwind Analytics", "$80.00", "DE75 5121 0800 1245 1261 99", "SOGEDEFF", "Spreebank")
                .contains("Rocket maintenance")
                .doesNotContain("Acme", "Coyote", "acme.example", "Desert Road", "Reno", desk.customer);
    }

    /// To try again later would lead to nothing.
    @Test
    void whatIsTooSmallForTheProcessorIsSaidSo() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        desk.seller
                .put(
                        "/processor",
                        "{\"kind\": \"STRIPE\", \"credentials\": {\"secret_key\": \"%s\"}}"
                                .formatted(StripeDouble.API_KEY))
                .is(200);
        var link = desk.payLink(desk.invoice("0.30"));
        var sent = post(link + "/session", "form=" + formToken(get(link).body(), "/session"), OURS);
        var shown =
                URI.create(link).resolve(sent.headers().firstValue("Location").orElseThrow());
        assertThat(get(shown.toString()).body()).contains("This amount cannot be paid online");
    }

    /// Mistyped, never given and rotated are one: the same status and the same bytes.
    @Test
    void aRotatedLinkIsAsUnknownAsAnyOther() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var invoice = desk.invoice("80");
        var old = desk.payLink(invoice);
        var rotated = desk.seller
                .post("/invoices/%s/rotate-payment-url".formatted(invoice), "{}")
                .is(200, "\"url_expires_at\":null")
                .text("url");
        assertThat(rotated).isEqualTo(desk.payLink(invoice)).isNotEqualTo(old);
        assertThat(get(rotated).statusCode()).isEqualTo(200);
        var unknown = get(HOUSE.address() + "/pay/" + PageToken.fresh().text());
        for (var address : List.of(
                old,
                HOUSE.address() + "/pay/x",
                HOUSE.address() + "/pay/" + invoice,
                HOUSE.address() + "/pay",
                HOUSE.address() + "/portal/" + PageToken.fresh().text(),
                rotated.replace("/pay/", "/sign/"),
                old + "/session")) {
            var answer = get(address);
            assertThat(answer.statusCode()).as(address).isEqualTo(404);
            assertThat(answer.body()).isEqualTo(unknown.body());
        }
        desk.seller.get("/invoices/%s/history".formatted(invoice)).is(200, "PAYMENT_LINK_ROTATED");
        desk.seller.post("/invoices/%s/void".formatted(desk.invoice("9")), "{}").is(200);
    }

    /// P10: none hits, and the time of the answer does not tell how near a guess was. Near and far guesses are mixed,
    /// so that a slow moment of the machine hits both.
    @Test
    void guessingFindsNothing() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var real = desk.payLink(desk.invoice("80"));
        var ratios = new ArrayList<Double>();
        do ratios.add(nearToFar(real));
        while (!isAlike(ratios.getLast()) && ratios.size() < TIMINGS_MAX); // Chance passes, a difference stays.
        assertThat(ratios).anyMatch(PortalRouterTest::isAlike);
        if (Tier.current() == Tier.SOAK) guessAMillionTimes();
    }

    private static boolean isAlike(double ratio) {
        return ratio > 0.8 && ratio < 1.25;
    }

    private static double nearToFar(String real) throws Exception {
        var near = new long[GUESSES_TIMED / 2];
        var far = new long[GUESSES_TIMED / 2];
        for (int i = 0; i < GUESSES_TIMED; i++) {
            boolean isNear = i % 2 == 0;
            long start = System.nanoTime();
            var status = get(isNear ? near(real, i) : guess()).statusCode();
            (isNear ? near : far)[i / 2] = System.nanoTime() - start;
            assertThat(status).isEqualTo(404);
        }
        return (double) median(near) / median(far);
    }

    /// By the pages' own look-ups, which is all that a request with a wrong token comes to.
    private static void guessAMillionTimes() {
        var bills = new PayView(TestPostgres.tokens(HOUSE.database()));
        var links = new LinkStore();
        for (int i = 0; i < 1_000; i++) {
            int hits = HOUSE.database().read(tx -> {
                int found = 0;
                for (int j = 0; j < 1_000; j++) {
                    var guess = PageToken.fresh();
                    if (bills.find(tx, guess).isPresent()) found++;
                    for (var kind : Link.Kind.values())
                        if (links.find(tx, kind, guess).isPresent()) found++;
                }
                return found;
            });
            assertThat(hits).isZero();
        }
    }

    private static String guess() {
        return HOUSE.address() + "/pay/" + PageToken.fresh().text();
    }

    /// The right token but for its last characters.
    private static String near(String real, int i) {
        var guess = real.substring(0, real.length() - 4) + "%04x".formatted(i & 0xffff);
        return guess.equals(real) ? near(real, i + 1) : guess;
    }

    private static long median(long[] times) {
        var sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /// A form must come from the page, be made for it, and counts once.
    @Test
    void aFormCountsOnceAndOnlyFromItsOwnPage() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var link = desk.payLink(desk.invoice("80"));
        var other = desk.payLink(desk.invoice("90"));
        var form = "form=" + formToken(get(link).body(), "/session");
        for (var headers : List.of(
                new String[] {"Origin", "https://evil.example"},
                new String[] {"Origin", "null", "Sec-Fetch-Site", "cross-site"},
                new String[] {"Sec-Fetch-Site", "same-site"})) {
            assertThat(post(link + "/session", form, headers).statusCode()).isEqualTo(403);
        }
        assertThat(location(post(other + "/session", form, OURS))).endsWith("?again");
        assertThat(location(post(link + "/code", form, OURS))).endsWith("?again");
        assertThat(location(post(link + "/session", "form=", OURS))).endsWith("?again");
        assertThat(location(post(link + "/session", form, OURS))).contains("/sandbox/");
        assertThat(location(post(link + "/session", form, OURS))).endsWith("?again");
        assertThat(location(post(
                        link + "/session",
                        "form=" + formToken(get(link).body(), "/session"),
                        "Origin",
                        HOUSE.address())))
                .contains("/sandbox/");
    }

    /// The built-in processor's form also uses the payer's language.
    @Test
    void theSandboxSpeaksTheCustomersLanguage() throws Exception {
        var desk = new PortalFixture(HOUSE.seller(), "de-AT");
        var link = desk.payLink(desk.invoice("80"));
        var form =
                location(post(link + "/session", "form=" + formToken(get(link).body(), "/session"), OURS));
        assertThat(get(form).body()).contains("lang=\"de\"", "Rechnung ", "Zahlt sofort.", "Vorläufige Ablehnung");
    }

    private static String location(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(303);
        return answer.headers().firstValue("Location").orElseThrow();
    }

    /// Stolen cards are tried by the hundred: ten forms an hour are enough for honest people.
    @Test
    void theEleventhFormOfAnHourIsRefused() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var link = desk.payLink(desk.invoice("80"));
        for (int i = 0; i < FormStore.SESSIONS_PER_HOUR_MAX; i++) {
            assertThat(location(post(
                            link + "/session", "form=" + formToken(get(link).body(), "/session"), OURS)))
                    .contains("/sandbox/");
        }
        var refused =
                location(post(link + "/session", "form=" + formToken(get(link).body(), "/session"), OURS));
        assertThat(refused).endsWith("?often");
        assertThat(get(HOUSE.address() + refused).body()).contains("tried too often");
    }

    /// Five mails a day, five guesses a mail.
    @Test
    void codesAreFewAndDieOfGuessing() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var link = desk.payLink(desk.invoice("80"));
        for (int i = 0; i < CodeStore.PER_DAY_MAX; i++) {
            assertThat(location(
                            post(link + "/code", "form=" + formToken(get(link).body(), "/code"), OURS)))
                    .contains("code=sent");
        }
        assertThat(location(post(link + "/code", "form=" + formToken(get(link).body(), "/code"), OURS)))
                .contains("code=limit");
        for (int i = 0; i < CodeStore.TRIES_MAX + 1; i++) {
            var form =
                    "code=12345678&form=" + formToken(get(link + "?code=sent").body(), "/pdf");
            assertThat(location(post(link + "/pdf", form, OURS))).contains("code=wrong");
        }
    }

    /// A visitor who opens the page many times and then sends all forms at once gets no more than one by one.
    @Test
    void aRushGetsNoMoreCodesAndForms() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var link = desk.payLink(desk.invoice("80"));
        assertThat(rush(link, "/code")).areExactly(CodeStore.PER_DAY_MAX, holding("code=sent"));
        assertThat(rush(link, "/session")).areExactly(FormStore.SESSIONS_PER_HOUR_MAX, holding("/sandbox/"));
    }

    private static Condition<String> holding(String text) {
        return new Condition<>(location -> location.contains(text), text);
    }

    private static List<String> rush(String link, String action) throws Exception {
        var posts = new ArrayList<Callable<String>>();
        for (int i = 0; i < 2 * FormStore.SESSIONS_PER_HOUR_MAX; i++) {
            var form = "form=" + formToken(get(link).body(), action);
            posts.add(() -> location(post(link + action, form, OURS)));
        }
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var locations = new ArrayList<String>();
            for (var answer : clients.invokeAll(posts)) locations.add(answer.get());
            return locations;
        }
    }

    /// After a download the page stays as it was, and so does its form: who sends it again is not told that the code is
    /// wrong.
    @Test
    void whoAsksForTheFileAgainIsGivenANewForm() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var invoice = desk.invoice("80");
        desk.seller.send("GET", "/invoices/%s/pdf".formatted(invoice), "", "Accept", "application/pdf");
        var link = desk.payLink(invoice);
        var token = PageToken.parse(link.substring(link.lastIndexOf('/') + 1)).orElseThrow();
        var id = new InvoiceId(UUID.fromString(invoice));
        var now = Instant.now();
        var caller = new Caller(desk.seller.id(), "test", "test", now);
        HOUSE.database().write(tx -> new CodeStore().insert(tx.as(caller), id, token, "12345678", now));

        var form = "code=1234 5678&form=" + formToken(get(link + "?code=sent").body(), "/pdf");
        assertThat(post(link + "/pdf", form, OURS).headers().firstValue("Content-Type"))
                .contains("application/pdf");
        var again = location(post(link + "/pdf", form, OURS));
        assertThat(again).doesNotContain("wrong");
        var page = get(HOUSE.address() + again.replace("#pdf", "")).body();
        assertThat(page).contains("This form was sent already");
        var fresh = "code=1234 5678&form=" + formToken(page, "/pdf");
        assertThat(post(link + "/pdf", fresh, OURS).headers().firstValue("Content-Type"))
                .contains("application/pdf");
    }

    @Test
    void anAddressThatAsksTooOftenWaits() throws Exception {
        try (var house = TestServer.ownWithFollowUp(Map.of("BRICKWORK_PAGE_VIEWS_PER_MINUTE", "5"))) {
            var statuses = new ArrayList<Integer>();
            for (int i = 0; i < 6; i++)
                statuses.add(get(house.address() + "/pay/x").statusCode());
            assertThat(statuses).containsExactly(404, 404, 404, 404, 404, 429);
            assertThat(get(house.address() + "/pay/x").headers().firstValue("Retry-After"))
                    .isPresent();
        }
    }

    /// A server error is a page too, with the usual headers, and does not reveal its cause.
    @Test
    void aFailureIsAPage() throws Exception {
        try (var house = TestServer.ownWithFollowUp()) {
            house.database().inTransaction(tx -> tx.handle().execute("ALTER TABLE page_link RENAME TO away"));
            var answer = get(house.address() + "/sign/" + PageToken.fresh().text());
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
            assertThat(answer.headers().firstValue("X-Frame-Options")).contains("DENY");
            assertThat(answer.body())
                    .contains("Something went wrong on our side")
                    .doesNotContain("page_link", "SQL");
        }
    }

    /// Links end when they said they would; the payment page does not.
    @Test
    void anExpiredLinkSaysSo() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.offer("");
        var links =
                List.of(desk.signLink(subscription), desk.checkoutLink(subscription), desk.portalLink(subscription));
        var caller = new Caller(desk.seller.id(), "test", "test", Instant.now());
        HOUSE.database()
                .inTransaction(
                        caller,
                        tx -> tx.update("UPDATE page_link SET expires_at = :now WHERE seller_id = :seller")
                                .bind("now", Instant.now())
                                .bind("seller", desk.seller.id().value())
                                .execute());
        for (var link : links) {
            var answer = get(link);
            assertThat(answer.statusCode()).isEqualTo(410);
            assertThat(answer.body())
                    .contains("This link has expired", "Northwind Analytics")
                    .doesNotContain("Acme");
        }
    }

    /// A link that was asked for names its end; a portal lives an hour, a checkout a month.
    @Test
    void linksNameTheirEnd() {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.offer("");
        var portal = Instant.parse(desk.seller
                .get("/subscriptions/%s/billing-portal".formatted(subscription))
                .is(200)
                .text("url_expires_at"));
        var checkout = Instant.parse(desk.seller
                .get("/subscriptions/%s/checkout".formatted(subscription))
                .is(200)
                .text("url_expires_at"));
        assertThat(portal)
                .isBetween(Instant.now().plusSeconds(3500), Instant.now().plusSeconds(3600));
        assertThat(checkout)
                .isBetween(Instant.now().plusSeconds(29 * 86_400), Instant.now().plusSeconds(30 * 86_400));
        desk.seller
                .post(
                        "/subscriptions/%s/sign".formatted(subscription),
                        "{\"signatory_user_id\": \"%s\"}".formatted(desk.customer))
                .is(400, "signatory_user_id");
    }

    /// An order that another one is to take over is signed by people of that one.
    @Test
    void whoTakesOverSigns() {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.started();
        var heir =
                desk.seller.post("/customers", "{\"name\": \"Heir\"}").is(200).text("customer_id");
        var person = desk.seller
                .post("/customers/%s/persons".formatted(heir), "{\"first_name\": \"Ada\", \"last_name\": \"Heir\"}")
                .is(200)
                .text("person_id");
        var order = desk.recast(subscription);
        desk.seller
                .patch(
                        "/subscriptions/%s/recast/%s".formatted(subscription, order),
                        "{\"customer_id\": \"%s\"}".formatted(heir))
                .is(200);
        var path = "/subscriptions/%s/sign".formatted(subscription);
        desk.seller
                .post(path, "{\"signatory_user_id\": \"%s\"}".formatted(person))
                .is(200, "\"url\"");
        desk.seller
                .post(path, "{\"signatory_user_id\": \"%s\"}".formatted(desk.person))
                .is(400, "signatory_user_id");
    }
}
