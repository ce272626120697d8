package dev.brickwork.web.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the console over plain HTTP: sign-in, separation of sellers, content and actions.
@Tag("verify")
final class ConsoleTest {
    private static final TestServer HOUSE = TestServer.sharedWithFollowUp();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final String[] OURS = {"Sec-Fetch-Site", "same-origin"};
    private static final Pattern FORM = Pattern.compile("name=\"form\" value=\"([^\"]+)\"");
    private static final String SIGN_IN = "/console/sign-in";
    private static ConsoleFixture office;

    @BeforeAll
    static void furnish() {
        office = ConsoleFixture.at(HOUSE);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(HOUSE.address() + path));
    }

    private static HttpResponse<String> get(String path, String key) throws Exception {
        return send(to(path).header("Cookie", "other=1; brickwork_key=" + key));
    }

    private static HttpResponse<String> post(String path, String key, String form, String... headers) throws Exception {
        return send(to(path).headers(headers)
                .header("Cookie", "brickwork_key=" + key)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    private static HttpResponse<String> signIn(String key) throws Exception {
        return post("/console/sign-in", "", "key=" + URLEncoder.encode(key, UTF_8), OURS);
    }

    private static String location(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(303);
        return answer.headers().firstValue("Location").orElseThrow();
    }

    private static String cookie(HttpResponse<String> answer) {
        return answer.headers().firstValue("Set-Cookie").orElse("");
    }

    private static String keyWith(TestServer.Tenant seller, String scopes) {
        return seller.post("/api-keys", "{\"name\": \"k\", \"scopes\": [%s]}".formatted(scopes))
                .is(200)
                .text("api_key");
    }

    /// A total may exceed the maximum of a single amount.
    @Test
    void theOverviewShowsSumsOfAnySize() throws Exception {
        var seller = HOUSE.seller();
        var customer =
                seller.post("/customers", "{\"name\": \"Whale\"}").is(200).text("customer_id");
        for (int i = 0; i < 12; i++) {
            seller.post("/invoices", """
                    {"customer_id": "%s", "line_items": [{"description": "Sea", "unit_price": "90071992547409.91"}]}
                    """.formatted(customer)).is(200);
        }
        seller.get("/invoices/totals").is(200, "{\"currency\":\"USD\",\"count\":12,\"amount\":108086391056891892}");

        var page = get("/", seller.key());
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("$1,080,863,910,568,918.92");
    }

    @Test
    void nothingIsWrittenAsAnyOtherAmountIs() throws Exception {
        assertThat(get("/", HOUSE.seller().key()).body()).contains("$0.00").doesNotContain("USD 0");
    }

    /// Every page of the console that the office has something for.
    private static List<String> everyPage() {
        var pages = office.pages();
        for (var show : List.of("open", "past_due", "paid", "scheduled", "paused", "voided", "nonsense")) {
            pages.add("/console/invoices?show=" + show);
        }
        pages.add("/console/invoices?q=" + office.number());
        pages.add("/console/invoices?q=Sons");
        pages.add("/console/invoices?q=missing&offset=25");
        pages.add("/console/invoices?q=" + "long".repeat(50));
        pages.add("/console/customers?q=sons");
        pages.add("/console/subscriptions?show=PAUSED");
        pages.add("/console/events?upto=3");
        return pages;
    }

    @Test
    void aKeyThatMayReadGetsIn() throws Exception {
        var answer = signIn(keyWith(office.seller(), "\"read\""));
        assertThat(location(answer)).isEqualTo("/");
        assertThat(cookie(answer)).startsWith("brickwork_key=bk_test_").endsWith("; Path=/; HttpOnly; SameSite=Lax");
        var overTls = post(
                "/console/sign-in",
                "",
                "key=" + office.seller().key(),
                "Sec-Fetch-Site",
                "same-origin",
                "X-Forwarded-Proto",
                "https");
        assertThat(cookie(overTls)).startsWith("__Host-brickwork_key=").endsWith("; Secure");
    }

    /// Whatever is wrong with a key, the answer is the same, and there is no cookie.
    @Test
    void aKeyThatIsWrongStaysOutside() throws Exception {
        var revoked = office.seller().post("/api-keys", "{\"name\": \"old\"}").is(200);
        office.seller().delete("/api-keys/" + revoked.text("api_key_id")).is(200);
        var pages = new ArrayList<String>();
        for (var key : List.of(
                "",
                "bk_test_nonsense",
                "two words\r\nX: y",
                revoked.text("api_key"),
                HOUSE.operator().key(),
                keyWith(office.seller(), "\"write\""))) {
            var answer = signIn(key);
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(cookie(answer)).isEmpty();
            pages.add(answer.body());
        }
        assertThat(pages.stream().distinct()).hasSize(1);
        assertThat(pages.getFirst()).contains("This key does not work.");
    }

    @Test
    void withoutAKeyEveryPageLeadsToTheSignIn() throws Exception {
        for (var page : everyPage()) {
            assertThat(location(send(to(page)))).isEqualTo(page.equals("/") ? SIGN_IN : signInFor(page));
        }
        assertThat(location(send(to("/console")))).isEqualTo("/");
        assertThat(send(to(SIGN_IN)).statusCode()).isEqualTo(200);
    }

    private static String signInFor(String page) {
        return SIGN_IN + "?to=" + URLEncoder.encode(page, UTF_8);
    }

    /// A link from a mail to a page of the console leads there, with the key typed in between, also after a typing
    /// error.
    @Test
    void signingInLeadsToThePageThatWasWanted() throws Exception {
        var key = office.seller().key();
        for (var page : List.of(
                "/console/invoices/" + office.ids().get("invoices"),
                "/console/invoices?show=past_due&offset=25",
                "/console/invoices?q=Acme+%26+Sons%C3%A9",
                "/?x=1")) {
            var signIn = location(send(to(page)));
            assertThat(signIn).isEqualTo(signInFor(page));
            assertThat(returnTo(send(to(signIn)).body())).isEqualTo(page);
            var form = "to=%s&key=".formatted(URLEncoder.encode(page, UTF_8));
            assertThat(returnTo(post(SIGN_IN, "", form + "wrong", OURS).body())).isEqualTo(page);
            assertThat(location(post(SIGN_IN, "", form + key, OURS))).isEqualTo(page);
        }
    }

    private static String returnTo(String page) {
        var field = Pattern.compile("name=\"to\" value=\"([^\"]*)\"").matcher(page);
        assertThat(field.find()).isTrue();
        return field.group(1).replace("&amp;", "&");
    }

    /// The page that was wanted is a page of this console, whatever the address of the sign-in page says.
    @Test
    void signingInLeadsToNoOtherSite() throws Exception {
        var key = office.seller().key();
        for (var page : List.of(
                "https://evil.example",
                "//evil.example",
                "/\\evil.example",
                "\\/evil.example",
                "/\t/evil.example",
                "/console//evil.example",
                "/console/..//evil.example",
                "/console/%2e%2e//evil.example",
                "/console@evil.example",
                "/console.evil.example",
                "javascript:alert(1)",
                "/console/invoices\r\nX-Injected: y",
                "/console/sign-in",
                "/console/sign-in?to=/console/sign-in",
                "/console/sign-out",
                "/api/v2/seller",
                "/pay/x",
                "/console/invoices?q=" + "x".repeat(5_000),
                "/console" + "/x".repeat(3_000),
                " /console/invoices",
                "")) {
            var encoded = URLEncoder.encode(page, UTF_8);
            assertThat(send(to(SIGN_IN + "?to=" + encoded)).body()).as(page).doesNotContain("evil", "name=\"to\"");
            var answer = post(SIGN_IN, "", "to=%s&key=%s".formatted(encoded, key), OURS);
            assertThat(location(answer)).as(page).isEqualTo("/");
        }
    }

    /// The browser sends the cookie along when a link of another site, of a mail or of a chat is followed.
    @Test
    void aLinkFromAMailOpensItsPage() throws Exception {
        var page = "/console/invoices/" + office.ids().get("invoices");
        assertThat(cookie(signIn(office.seller().key())))
                .contains("SameSite=Lax")
                .doesNotContain("Strict");
        var answer = send(to(page).header(
                        "Cookie", "brickwork_key=" + office.seller().key())
                .headers("Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("Invoice " + office.number());
    }

    /// There is no session that could outlive a key.
    @Test
    void aRevokedKeyEndsItsVisit() throws Exception {
        var made = office.seller().post("/api-keys", "{\"name\": \"short\"}").is(200);
        assertThat(get("/", made.text("api_key")).statusCode()).isEqualTo(200);
        office.seller().delete("/api-keys/" + made.text("api_key_id")).is(200);
        var answer = get("/", made.text("api_key"));
        assertThat(location(answer)).isEqualTo("/console/sign-in");
        assertThat(cookie(answer)).startsWith("brickwork_key=;").contains("Max-Age=0");
    }

    @Test
    void signingOutTakesTheCookieAway() throws Exception {
        var key = office.seller().key();
        var answer = post("/console/sign-out", key, "csrf_token=" + csrfToken(key), OURS);
        assertThat(location(answer)).isEqualTo("/console/sign-in");
        assertThat(cookie(answer)).startsWith("brickwork_key=;").contains("Max-Age=0");
    }

    /// Opens every page with a read-only key: no script, frame, cache or unescaped HTML from stored data.
    @Test
    void everyPageIsShownSafely() throws Exception {
        var key = keyWith(office.seller(), "\"read\"");
        for (var page : everyPage()) {
            var answer = get(page, key);
            assertThat(answer.statusCode()).as(page).isEqualTo(200);
            assertThat(answer.body())
                    .as(page)
                    .doesNotContain("<script", key)
                    .contains("<title>", "Sign out")
                    .doesNotContainPattern("style=|\\son[a-z]+=");
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .as(page)
                    .contains("default-src 'none'", "form-action 'self'", "frame-ancestors 'none'")
                    .doesNotContain("script-src", "unsafe");
            assertThat(answer.headers().firstValue("Cache-Control")).as(page).hasValue("no-store");
            assertThat(answer.headers().firstValue("Referrer-Policy")).as(page).hasValue("no-referrer");
            assertThat(answer.headers().firstValue("X-Frame-Options")).as(page).hasValue("DENY");
        }
        assertThat(get("/console/customers", key).body()).contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; Sons");
    }

    @Test
    void theFiguresAreThoseOfTheApi() throws Exception {
        var key = office.seller().key();
        assertThat(get("/", key).body()).contains("Past due", "$290.00", "2 invoices", "2025-04: $290.00");
        var invoice =
                get("/console/invoices/" + office.ids().get("invoices"), key).body();
        assertThat(invoice)
                .contains("Invoice " + office.number(), "Partially paid", "$290.00", "$275.00", "Wire", "/pdf\"");
        assertThat(get("/console/invoices?show=voided", key).body()).contains("1–1 of 1");
        assertThat(get("/console/customers/" + office.ids().get("customers"), key)
                        .body())
                .contains("1 Main Street, Portland, OR 97201, US", "ann@example.com", "$5.00", "Paused");
        assertThat(get("/console/subscriptions/" + office.ids().get("subscriptions"), key)
                        .body())
                .contains("$3,480.00")
                .doesNotContain("3480.00 USD")
                .containsPattern("Mar \\d+, 2025, \\d+:\\d\\d.[AP]M UTC");
        assertThat(get("/console/invoices/%s/explain".formatted(office.ids().get("invoices")), key)
                        .body())
                .contains("Amounts in USD", "3480.00 for the whole term of 12 months");
    }

    /// From the subtotal to the total, with the credit of a recast on the way, or with what a discount above the
    /// price (rule M-08) leaves for later.
    @Test
    void theTotalsOfAnInvoiceAddUp() throws Exception {
        var seller = HOUSE.sellerAt("2025-03-10T09:00:00Z");
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Solo", Shop.priced(seats, Shop.monthly("80")));
        var customer =
                seller.post("/customers", "{\"name\": \"Recaster\"}").is(200).text("customer_id");
        var terms = """
                "starts_at": "2025-03-10", "contract_length": 1, "billing_frequency": "MONTHLY", "plan_id": "%s",
                "bricks": [{"brick_id": "%s", "discount": [%s]}]""";
        var subscription = seller.post(
                        "/subscriptions",
                        "{%s, \"customer_id\": \"%s\"}"
                                .formatted(terms.formatted(plan, seats, "{\"amount\": 10000}"), customer))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        assertThat(totalsOfLargest(seller))
                .containsSubsequence(
                        "$80.00", "Discount", "$100.00", "Credit carried forward", "$20.00", "Total", "$0.00");

        var recast = "/subscriptions/%s/recast".formatted(subscription);
        var order = seller.post(recast, "{%s, \"adjustment_credit\": 3000}".formatted(terms.formatted(plan, seats, "")))
                .is(200)
                .text("order_id");
        seller.post("%s/%s/start".formatted(recast, order), "{}").is(200);
        assertThat(totalsOfLargest(seller))
                .containsSubsequence("Subtotal", "$80.00", "Adjustment credit", "-$30.00", "Total", "$50.00");
    }

    private static String totalsOfLargest(TestServer.Tenant seller) throws Exception {
        var all = seller.get("/invoices?ordering=-amount").is(200).json().path("results");
        var largest = all.path(0).path("invoice_id").asText();
        var page = get("/console/invoices/" + largest, seller.key()).body();
        return page.substring(page.indexOf("Totals"), page.indexOf("Payments"));
    }

    @Test
    void aPageBehindTheLastSaysNoPlaces() throws Exception {
        var page = get("/console/invoices?offset=9999", office.seller().key()).body();
        assertThat(page).contains("No such invoices.", "Previous").doesNotContain(" of ");
    }

    /// A void invoice keeps its amounts, but nothing of it is due any more.
    @Test
    void nothingIsOpenOnAVoidInvoice() throws Exception {
        var key = office.seller().key();
        var list = get("/console/invoices?show=voided", key).body();
        assertThat(list).containsOnlyOnce("$290.00"); // the total
        var link = Pattern.compile("/console/invoices/[0-9a-f-]{36}").matcher(list);
        assertThat(link.find()).isTrue();

        var invoice = get(link.group(), key).body();
        assertThat(invoice).contains("Voided", "Total").doesNotContain("Open");
    }

    /// Its name leads to it and not to whom it pays for, and its page has what it pays.
    @Test
    void aPartnerIsFoundWithTheInvoicesItPays() throws Exception {
        var seller = HOUSE.sellerAt("2025-03-10T09:00:00Z");
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Solo", Shop.priced(seats, Shop.monthly("8")));
        var user = seller.post("/customers", "{\"name\": \"User\"}").is(200).text("customer_id");
        var partner = seller.post("/customers", "{\"name\": \"Partner\", \"is_partner\": true}")
                .is(200)
                .text("customer_id");
        var subscription = seller.post("/subscriptions", """
                        {"starts_at": "2025-03-10", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                         "bricks": [{"brick_id": "%s"}], "customer_id": "%s", "billed_company_id": "%s"}
                        """.formatted(plan, seats, user, partner))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        var invoice = seller.get("/invoices?ordering=bill_at").is(200).first("invoice_id");
        var toPartner = "<a href=\"/console/customers/%s\">Partner</a>".formatted(partner);
        var toUser = "<a href=\"/console/customers/%s\">User</a>".formatted(user);
        assertThat(get("/console/invoices", seller.key()).body()).contains(toPartner);
        assertThat(get("/console/invoices/" + invoice, seller.key()).body()).contains(toPartner, toUser);
        for (var page : List.of("customers/" + partner, "customers/" + user, "invoices?customer=" + partner)) {
            assertThat(get("/console/" + page, seller.key()).body()).as(page).contains(invoice);
        }
        assertThat(get("/console/invoices?customer=..%2fseller", seller.key()).statusCode())
                .isEqualTo(404);
    }

    @Test
    void aTierTellsBothOfItsPrices() throws Exception {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var plan = shop.plan("Steps", Shop.priced(shop.brick("seats", "SUBSCRIPTION"), """
                {"currency": "USD", "model": "GRADUATED", "price_period_months": 1,
                 "tiers": [{"up_to": 10, "unit_price": "2.00", "flat_price": "5.00"}, {"up_to": null, "unit_price": "1.00"}]}"""));
        assertThat(get("/console/plans/" + plan, seller.key()).body())
                .contains("up to 10: 2.00 + 5.00 flat; above: 1.00");
    }

    @Test
    void aPriceTellsWhatComesWithIt() throws Exception {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var plan = shop.plan(
                "Extras",
                Shop.priced(shop.brick("seats", "SUBSCRIPTION"), """
                {"currency": "USD", "model": "FLAT", "price_period_months": 1, "unit_price": "2.00",
                 "included_quantity": 5, "unlimited_price": "99.00"}"""),
                Shop.priced(shop.brick("calls", "USAGE"), """
                {"currency": "USD", "model": "FLAT", "unit_price": "0.01", "overage_unit_price": "0.02",
                 "pre_commitment_schedule": "QUARTERLY"}"""));
        assertThat(get("/console/plans/" + plan, seller.key()).body())
                .contains("5 included, unlimited 99.00", "Quarterly commitment, overage 0.02");
    }

    @Test
    void thePriceOfThePlanItselfBearsItsName() throws Exception {
        var seller = HOUSE.sellerAt("2025-03-10T09:00:00Z");
        var shop = new Shop(seller);
        var plan = shop.plan("Solo", Shop.priced(shop.brick("seats", "SUBSCRIPTION"), Shop.monthly("8")));
        shop.draft(plan, "{\"prices\": [%s], \"bricks\": []}".formatted(Shop.monthly("19")));
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var subscription = seller.post("/subscriptions", """
                        {"starts_at": "2025-03-10", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                         "bricks": [], "customer_id": "%s"}
                        """.formatted(plan, customer))
                .is(200)
                .text("subscription_id");
        var page = get("/console/subscriptions/" + subscription, seller.key()).body();
        var bricks = page.substring(page.indexOf("1 × 19.00") - 400, page.indexOf("1 × 19.00"));
        assertThat(bricks).contains("Solo");
    }

    /// Ids of another seller are unknown ids.
    @Test
    void nobodySeesWhatBelongsToAnother() throws Exception {
        var stranger = HOUSE.seller();
        for (var page : everyPage()) {
            if (!page.matches(".*/[0-9a-f-]{36}.*")) continue;
            var answer = get(page, stranger.key());
            assertThat(answer.statusCode()).as(page).isEqualTo(404);
            assertThat(answer.body()).contains("There is no such page");
        }
        for (var page : List.of("/console/nothing", "/console/invoices/1", "/console/invoices/..%2fseller")) {
            assertThat(get(page, stranger.key()).statusCode()).as(page).isEqualTo(404);
        }
        assertThat(get("/", stranger.key()).body()).contains("Nothing has been invoiced yet.");
        assertThat(get("/console/customers", stranger.key()).body()).contains("There are no customers yet.");
    }

    @Test
    void thePdfIsTheInvoice() throws Exception {
        var path = "/console/invoices/%s/pdf".formatted(office.ids().get("invoices"));
        var answer = get(path, office.seller().key());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).startsWith("%PDF-");
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"%s.pdf\"".formatted(office.number()));
    }

    /// The only thing that the console changes: once per form, and only for those who may write.
    @Test
    void theClockIsAdvancedByThoseWhoMayWrite() throws Exception {
        var seller = HOUSE.sellerAt("2025-01-31T09:00:00Z");
        var form = FORM.matcher(get("/console/clock", seller.key()).body());
        assertThat(form.find()).isTrue();
        var count = "form=%s&count=1&unit=months&csrf_token=".formatted(form.group(1));
        var month = count + csrfToken(seller.key());
        for (int i = 0; i < 2; i++) {
            assertThat(location(post("/console/clock", seller.key(), month, OURS)))
                    .isEqualTo("/console/clock");
        }
        seller.get("/test-clock").is(200, "\"now\":\"2025-02-28T09:00:00Z\"");
        assertThat(get("/console/clock", seller.key()).body()).contains("Feb 28, 2025");

        var reader = keyWith(seller, "\"read\"");
        assertThat(post("/console/clock", reader, count + csrfToken(reader), OURS)
                        .body())
                .contains("Your key may not do this");
        assertThat(location(post("/console/clock", "", month, OURS))).isEqualTo("/console/sign-in");
        assertThat(post("/console/clock", seller.key(), month.replace("count=1", "count=0"), OURS)
                        .body())
                .contains("Say how far");
        seller.get("/test-clock").is(200, "\"now\":\"2025-02-28T09:00:00Z\"");
    }

    /// Over plain http elsewhere than on localhost browsers do not say where a form comes from. What it brings from our
    /// own page then tells it apart.
    @Test
    void aFormWithoutTheTokenOfItsPageIsRefused() throws Exception {
        var seller = HOUSE.sellerAt("2025-01-31T09:00:00Z");
        var other = keyWith(seller, "\"read\", \"write\"");
        for (var token : List.of("", "x", csrfToken(other))) {
            var form = "form=01985d2a-7c10-7000-8000-0000000000ff&count=1&unit=months&csrf_token=" + token;
            for (var path : List.of("/console/clock", "/console/sign-out")) {
                var answer = post(path, seller.key(), form, "Origin", "null");
                assertThat(answer.statusCode()).as(path).isEqualTo(403);
                assertThat(cookie(answer)).isEmpty();
            }
        }
        seller.get("/test-clock").is(200, "\"now\":\"2025-01-31T09:00:00Z\"");
    }

    private static String csrfToken(String key) throws Exception {
        var token = Pattern.compile("name=\"csrf_token\" value=\"([^\"]+)\"")
                .matcher(get("/", key).body());
        assertThat(token.find()).isTrue();
        assertThat(key).doesNotContain(token.group(1));
        return token.group(1);
    }

    /// Also before anyone has signed in; other addresses and the API are not affected.
    @Test
    void anAddressThatAsksTooOftenWaits() throws Exception {
        try (var house = TestServer.ownWithFollowUp(Map.of("BRICKWORK_CONSOLE_VIEWS_PER_MINUTE", "5"))) {
            var statuses = new ArrayList<Integer>();
            for (int i = 0; i < 7; i++) {
                var request = HttpRequest.newBuilder(URI.create(house.address() + SIGN_IN));
                if (i % 2 == 1) {
                    request.headers(OURS)
                            .header("Content-Type", "application/x-www-form-urlencoded")
                            .POST(HttpRequest.BodyPublishers.ofString("key=x"));
                }
                statuses.add(send(request).statusCode());
            }
            assertThat(statuses).containsExactly(200, 401, 200, 401, 200, 429, 429);
            var refused = send(HttpRequest.newBuilder(URI.create(house.address() + "/")));
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(refused.body()).contains("Too many requests");
            house.seller().get("/seller").is(200);
        }
    }

    @Test
    void formsOfOtherSitesAreRefused() throws Exception {
        var key = office.seller().key();
        for (var path : List.of("/console/clock", "/console/sign-in", "/console/sign-out")) {
            assertThat(post(path, key, "key=" + key, "Sec-Fetch-Site", "cross-site")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(post(path, key, "key=" + key, "Origin", "https://evil.example")
                            .statusCode())
                    .isEqualTo(403);
        }
        assertThat(send(to("/").DELETE()).statusCode()).isEqualTo(405);
    }

    /// A live seller has no test clock, in the side bar or anywhere.
    @Test
    void aLiveSellerHasNoTestClock() throws Exception {
        var live = HOUSE.seller(dev.brickwork.sellers.Mode.LIVE, dev.brickwork.pricing.calendar.Zone.UTC);
        assertThat(get("/", live.key()).body()).doesNotContain("Test clock", "Test mode");
        assertThat(get("/console/clock", live.key()).statusCode()).isEqualTo(404);
    }
}
