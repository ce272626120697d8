package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.Books;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.sellers.Sellers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The link to the books and its log over HTTP.
final class LinkResource {
    private static final int SECRET_LENGTH_MAX = 4096;
    private static final int WORD_LENGTH_MAX = 255;
    private static final int MAPPING_COUNT_MAX = 200;
    private static final Pattern REALM = Pattern.compile("[0-9]{1,32}");
    private static final Set<String> WORDS = Set.of("revenue", "bank", "tax", "no_tax");

    private final Sellers sellers;
    private final LinkStore links;
    private final SyncTaskStore pushes;
    private final Connecting connecting;
    private final AskConsent askConsent;
    private final Runnable wake;

    LinkResource(
            Sellers sellers,
            LinkStore links,
            SyncTaskStore pushes,
            Connecting connecting,
            AskConsent askConsent,
            Runnable wake) {
        this.sellers = sellers;
        this.links = links;
        this.pushes = pushes;
        this.connecting = connecting;
        this.askConsent = askConsent;
        this.wake = wake;
    }

    Routes routes() {
        return new Routes()
                .get("/accounting", Scope.READ, this::read)
                .put("/accounting", Scope.WRITE, this::connect)
                .post("/accounting/consent", Scope.WRITE, this::askConsent)
                .get("/accounting/log", Scope.READ, this::log);
    }

    private Answer read(Tx tx, Request request) {
        return shown(links.find(tx, request.seller()));
    }

    private Answer connect(Tx tx, Request request) {
        var caller = request.caller();
        var fields = request.fields();
        if (!fields.has("kind")) fields.fault("kind", Fields.REQUIRED);
        var kind = fields.oneOf("kind", Books.Kind.values());
        var isActive = fields.flag("active").orElse(true);
        var mapping = mapping(fields);
        sellers.hold(tx);
        var before = links.find(tx, request.seller());
        request.requireVersionOf(settings(before));
        boolean isNew = kind.isPresent()
                && (fields.isSent("credentials")
                        || before.filter(link -> link.kind() == kind.get()).isEmpty());
        var wanted = isNew ? credentials(fields, kind.get()) : Optional.<Wanted>empty();
        fields.check();
        if (kind.isEmpty()) {
            links.delete(tx);
            return shown(Optional.empty());
        }
        var words = mapping.or(
                        () -> before.filter(link -> link.kind() == kind.get()).map(Link::mapping))
                .orElse(Map.of());
        if (wanted.isPresent()) {
            var link = new Link(
                    kind.get(), wanted.get().organisation, false, isActive, words, caller.now(), Optional.empty());
            connecting.run(tx, link, wanted.get().credentials);
        } else {
            links.change(tx, before.orElseThrow().with(isActive, words));
        }
        tx.afterCommit(wake);
        return shown(links.find(tx, request.seller()));
    }

    private Answer askConsent(Tx tx, Request request) {
        var fields = request.fields();
        var kind = fields.require("kind", name -> fields.oneOf(name, Books.Kind.values()));
        var clientId = fields.require("client_id", name -> fields.filledText(name, SECRET_LENGTH_MAX));
        var clientSecret = fields.require("client_secret", name -> fields.filledText(name, SECRET_LENGTH_MAX));
        var mapping = mapping(fields);
        fields.check();
        var words = mapping.or(() -> links.find(tx, request.seller())
                        .filter(link -> link.kind() == kind.orElseThrow())
                        .map(Link::mapping))
                .orElse(Map.of());
        var consent = new Consent(
                request.seller(),
                kind.orElseThrow(),
                clientId.orElseThrow(),
                Secret.of(clientSecret.orElseThrow()),
                words,
                request.caller().now());
        var asked = askConsent.run(tx, consent);
        return Answer.ok(json -> json.object(out -> out.put("url", asked.url().toString())
                        .put("return_url", asked.returnTo().toString())
                        .put("expires_at", asked.expiresAt())))
                .secret("url");
    }

    private record Wanted(String organisation, Credentials credentials) {}

    /// The seller's registration with the service, the company there, and a refresh token from its consent page.
    private static Optional<Wanted> credentials(Fields fields, Books.Kind kind) {
        var sent = fields.object("credentials");
        if (sent.isEmpty()) {
            fields.fault("credentials", Fields.REQUIRED);
            return Optional.empty();
        }
        var in = sent.get();
        var clientId = in.require("client_id", name -> in.filledText(name, SECRET_LENGTH_MAX));
        var clientSecret = in.require("client_secret", name -> in.filledText(name, SECRET_LENGTH_MAX));
        var refresh = in.require("refresh_token", name -> in.filledText(name, SECRET_LENGTH_MAX));
        var organisation = switch (kind) {
            case QUICKBOOKS ->
                in.require("realm_id", name -> in.matching(name, REALM, "Must be the number of the company."));
            case XERO -> in.require("tenant_id", in::uuid).map(Object::toString);
        };
        if (clientId.isEmpty() || clientSecret.isEmpty() || refresh.isEmpty() || organisation.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Wanted(
                organisation.get(),
                Credentials.first(clientId.get(), Secret.of(clientSecret.get()), Secret.of(refresh.get()))));
    }

    private static Optional<Map<String, String>> mapping(Fields fields) {
        var json = fields.json("mapping");
        if (json.isEmpty()) return Optional.empty();
        var words = new LinkedHashMap<String, String>();
        if (!json.get().isObject() || json.get().size() > MAPPING_COUNT_MAX) {
            fields.fault("mapping", "Must be an object of at most %d words.".formatted(MAPPING_COUNT_MAX));
            return Optional.empty();
        }
        var in = fields.object("mapping").orElseThrow();
        json.get().properties().forEach(word -> {
            if (!WORDS.contains(word.getKey())) {
                in.fault(word.getKey(), "Must be one of revenue, bank, tax, no_tax.");
                return;
            }
            in.filledText(word.getKey(), WORD_LENGTH_MAX).ifPresent(text -> words.put(word.getKey(), text));
        });
        return Optional.of(words);
    }

    private static Answer shown(Optional<Link> link) {
        return Answer.ok(json -> json.object(out -> {
                    out.put("kind", link.map(Link::kind))
                            .put(
                                    "state",
                                    link.map(one -> one.isRefused() ? "REFUSED" : "CONNECTED")
                                            .orElse("NOT_CONNECTED"))
                            .put("active", link.filter(Link::isActive).isPresent())
                            .put("organisation", link.map(Link::organisation))
                            .putObject(
                                    "mapping",
                                    words -> link.ifPresent(one -> one.mapping().forEach(words::put)))
                            .put("connected_at", link.map(Link::connectedAt))
                            .put("last_synced_at", link.flatMap(Link::lastSyncedAt));
                }))
                .versionOf(settings(link));
    }

    /// Without the time of the last push, which moves by itself.
    private static Optional<List<Object>> settings(Optional<Link> link) {
        return link.map(one -> List.of(
                one.kind(),
                one.organisation(),
                one.isRefused(),
                one.isActive(),
                new TreeMap<>(one.mapping()),
                one.connectedAt()));
    }

    private Answer log(Tx tx, Request request) {
        var page = request.page(Listing.NEWEST_FIRST);
        var found = pushes.log(tx, page);
        return page.answer(pushes.count(tx), found, LinkResource::write);
    }

    private static void write(JsonWriter json, SyncTask push) {
        json.object(out -> out.put("occurred_at", push.occurredAt())
                .put("object_kind", push.kind())
                .put("object_id", push.object())
                .put("remote_id", push.remoteId())
                .put("action", push.action())
                .put("outcome", push.outcome())
                .put("attempts", push.attempts())
                .put("error", push.error()));
    }
}
