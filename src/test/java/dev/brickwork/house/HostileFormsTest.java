package dev.brickwork.house;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.BadInput;
import dev.brickwork.support.LoggedFaults;
import dev.brickwork.support.Shop;
import dev.brickwork.support.Tier;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Hostile input to pages, callbacks and headers is never a failure of ours, and no stack trace in the log, which
/// would fill it for a few kilobytes. What they send to the API is tried by [BadInputScenarioTest].
@Tag("verify")
@Tag("full")
final class HostileFormsTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final String OURS = "Sec-Fetch-Site: same-origin\r\nOrigin: null\r\n";
    private static final String LONG = "x".repeat(43);

    /// A form is read before its page is asked: an address meets every fifth of the bad ones, and its neighbour others.
    private static final int TURNS = Tier.current().isFresh() ? 1 : 5;

    /// Every address outside the API that takes a body, with links that lead somewhere and links that do not.
    private static List<String> addresses(TestServer.Tenant seller) {
        var shop = new Shop(seller);
        var seats = shop.brick("Seats", "SUBSCRIPTION");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("39")));
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var subscription = seller.post("/subscriptions", """
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s"}], "customer_id": "%s"}
                """.formatted(plan, seats, customer))
                .is(200)
                .text("subscription_id");
        var invoice = seller.post("/invoices", """
                {"customer_id": "%s", "line_items": [{"description": "Rockets", "unit_price": "80"}]}
                """.formatted(customer)).is(200).text("invoice_id");
        var pay = seller.get("/invoices/" + invoice).is(200).text("payment_url");
        var about = "/subscriptions/%s/".formatted(subscription);
        var sign = seller.post(about + "sign", "{}").is(200).text("url");
        var checkout = seller.get(about + "checkout").is(200).text("url");
        var portal = seller.get(about + "billing-portal").is(200).text("url");
        var all = new ArrayList<>(List.of(
                "/console/sign-in",
                "/console/sign-out",
                "/console/clock",
                "/console/invoices",
                "/callbacks/" + LONG,
                "/leaked-keys",
                "/sandbox/cs_sandbox_0123456789abcdef0123456789abcdef",
                "/accounting/callback",
                "/docs",
                "/nowhere"));
        for (var page : List.of(pay, sign, checkout, portal, "/pay/" + LONG, "/sign/" + LONG)) {
            var path = page.replaceFirst("^https?://[^/]+", "");
            for (var action : List.of("", "/session", "/code", "/pdf", "/methods", "/default", "/remove", "/confirm")) {
                all.add(path + action);
            }
        }
        return all;
    }

    @Test
    void noFormOutsideTheApiFailsOrFillsTheLog() throws IOException {
        var addresses = addresses(HOUSE.sellerAt("2025-01-01T09:00:00Z"));
        var forms = BadInput.forms();
        try (var logged = new LoggedFaults()) {
            for (int place = 0; place < addresses.size(); place++) {
                var address = addresses.get(place);
                for (int turn = place; turn < place + forms.size(); turn += TURNS) {
                    var raw = forms.get(turn % forms.size());
                    var head = OURS
                            + "Cookie: brickwork_key=bk_test_x\r\nContent-Type: %s\r\n".formatted(raw.contentType());
                    assertThat(status("POST", address, head, raw.body()))
                            .as("%s: %s", address, raw.what())
                            .isBetween(200, 499);
                }
            }
            assertThat(logged.traces()).isEmpty();
            assertThat(logged.lines()).isEmpty();
        }
    }

    @Test
    void noHeaderOrQueryFailsOrFillsTheLog() throws IOException {
        var seller = HOUSE.seller();
        var brackets = "[".repeat(3_000);
        var headers = Map.of(
                "Cookie",
                "a=;".repeat(2_000),
                "Accept",
                "a/b;q=" + ";".repeat(6_000),
                "Accept-Language",
                "de;q=1,".repeat(800),
                "Content-Type",
                "multipart/form-data; boundary=" + "\"".repeat(3_000),
                "If-Match",
                "\"1\" ,".repeat(1_000),
                "Idempotency-Key",
                brackets,
                "traceparent",
                "00-" + "0".repeat(6_000),
                "X-Forwarded-For",
                "::,".repeat(2_000),
                "Stripe-Signature",
                "t=1,v1=".repeat(800),
                "Origin",
                brackets);
        try (var logged = new LoggedFaults()) {
            for (var address :
                    List.of("/", "/console/sign-in", "/pay/" + LONG, "/callbacks/" + LONG, "/api/v2/customers")) {
                for (var header : headers.entrySet()) {
                    var head = "X-SERVICE-KEY: %s\r\n%s: %s\r\n"
                            .formatted(seller.key(), header.getKey(), header.getValue());
                    for (var method : List.of("GET", "POST")) {
                        assertThat(status(method, address, head, "{}".getBytes(UTF_8)))
                                .as("%s %s with %s", method, address, header.getKey())
                                .isBetween(200, 499);
                    }
                }
                for (var query :
                        List.of(brackets, "a" + "[]".repeat(1_500) + "=1", "a=1&".repeat(1_500), "to=" + brackets)) {
                    var head = "X-SERVICE-KEY: %s\r\n".formatted(seller.key());
                    assertThat(status("GET", address + "?" + query, head, new byte[0]))
                            .as("%s?%s", address, query.substring(0, 10))
                            .isBetween(200, 499);
                }
            }
            assertThat(logged.traces()).isEmpty();
        }
    }

    /// Requests that are no HTTP at all, or end in their middle.
    @Test
    void noBrokenConnectionFillsTheLog() throws IOException {
        var sent = List.of(
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "GET /console/sign-in",
                "GET / HTTP/9.9\r\n\r\n",
                "\r\n\r\n\r\n",
                "GET /" + "[".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\n" + "A: b\r\n".repeat(5_000) + "\r\n",
                "GET / HTTP/1.1\r\nno colon\r\n\r\n",
                "POST /console/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nkey=",
                "POST /console/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999999\r\n\r\nkey=",
                "POST /console/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\nkey=",
                "POST /console/sign-in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nkey",
                "POST /console/sign-in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nke",
                "POST /console/sign-in HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx");
        try (var logged = new LoggedFaults()) {
            for (var bytes : sent) {
                try (var socket = new Socket("localhost", port())) {
                    socket.setSoTimeout(20_000);
                    socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
                    socket.shutdownOutput();
                    socket.getInputStream().readAllBytes();
                } catch (SocketException _) {
                    // Cut off by the server: that is an answer too.
                }
            }
            assertThat(logged.traces()).isEmpty();
        }
    }

    private static int port() {
        return Integer.parseInt(HOUSE.address().replaceAll(".*:", ""));
    }

    private static int status(String method, String address, String head, byte[] body) throws IOException {
        try (var socket = new Socket("localhost", port())) {
            socket.setSoTimeout(20_000);
            var request = "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%sContent-Length: %d\r\n\r\n"
                    .formatted(method, address, head, body.length);
            socket.getOutputStream().write(request.getBytes(UTF_8));
            socket.getOutputStream().write(body);
            var answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            return Integer.parseInt(answer.split(" ", 3)[1]);
        }
    }
}
