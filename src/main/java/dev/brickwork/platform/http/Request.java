package dev.brickwork.platform.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.SellerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// One authenticated request as a handler sees it. Its body has been read and parsed, its fields not yet.
public final class Request {
    private static final Pattern COUNT = Pattern.compile("[0-9]{1,9}");
    private static final Pattern NOT_WANTED = Pattern.compile("q=0(\\.0*)?");

    private final Incoming incoming;
    private final Map<String, String> path;
    private final Identity identity;
    private final Caller caller;
    private final Body body;

    public Request(Incoming incoming, Map<String, String> path, Identity identity, Caller caller, Body body) {
        this.incoming = incoming;
        this.path = path;
        this.identity = identity;
        this.caller = caller;
        this.body = body;
    }

    public Caller caller() {
        return caller;
    }

    public SellerId seller() {
        return caller.seller();
    }

    public Identity identity() {
        return identity;
    }

    /// Reads an id from the path. What is no id of ours is simply not there: `request.id("invoice_id", "invoice",
    /// InvoiceId::new)`.
    public <T> T id(String parameter, String kind, Function<UUID, T> type) {
        return Ids.parse(path(parameter)).map(type).orElseThrow(() -> Refusal.notFound(kind));
    }

    /// The id of the object that the request is about: the first id in its path.
    public Optional<String> object() {
        return path.values().stream().findFirst();
    }

    public String path(String parameter) {
        var value = path.get(parameter);
        if (value == null) throw new IllegalStateException("the route has no parameter " + parameter);
        return value;
    }

    /// A parameter of one value: of two, either would be a guess.
    public Optional<String> query(String name) {
        var values = incoming.query().getOrDefault(name, List.of());
        if (values.size() > 1) throw Refusal.badField(name, Fields.ONCE);
        return values.stream().findFirst();
    }

    /// A list in the query, separated by commas or as the same parameter again; empty when it was not sent.
    ///
    /// @param faults takes what is none of the values
    public <E extends Enum<E>> List<E> listed(String name, E[] values, Fields faults) {
        var words = Fields.words(Enum::name, values);
        var all = new ArrayList<E>();
        for (var value : incoming.query().getOrDefault(name, List.of())) {
            for (var word : value.split(",", -1)) {
                var known = words.get(word.strip());
                if (known != null) all.add(known);
                else
                    faults.fault(
                            name, "Must be of %s, separated by commas.".formatted(String.join(", ", words.keySet())));
            }
        }
        return all;
    }

    public Optional<String> header(String name) {
        return incoming.header(name);
    }

    /// Whether its `Accept` names a media type: what is served as more than one has a type that needs no asking.
    public boolean isAskingFor(String mediaType) {
        var ranges = header("Accept").orElse("").toLowerCase(Locale.ROOT).split(",", -1);
        return Stream.of(ranges)
                .map(range -> stripped(range, ";"))
                .anyMatch(range -> range.getFirst().equals(mediaType)
                        && range.stream()
                                .skip(1)
                                .noneMatch(it -> NOT_WANTED.matcher(it).matches()));
    }

    /// A separator with optional spaces as a pattern would take a time that grows with the square of a run of spaces.
    private static List<String> stripped(String list, String separator) {
        return Stream.of(list.split(separator, -1)).map(String::strip).toList();
    }

    /// Whether it carries an idempotency key: the same request may come again and go on where this one ended.
    public boolean isRepeatable() {
        return IdempotencyKey.isSent(this);
    }

    /// The body as an object whose fields can be read. A missing body reads as an empty object.
    public Fields fields() {
        return Fields.of(body.json());
    }

    /// The query read like a body: each parameter is a field of a form, and one that was sent twice is a list.
    public Fields queryFields() {
        return Fields.of(Forms.tree(incoming.query()));
    }

    /// The body as an object, for those who keep it.
    public JsonNode json() {
        return Fields.requireObject(body.json());
    }

    /// The bytes as they came, for routes that take files or streams of lines.
    public byte[] bytes() {
        return body.bytes();
    }

    /// The body of a route that takes a file (`postBytes`).
    public Upload upload() {
        var type = contentType().orElse("");
        if (!type.toLowerCase(Locale.ROOT).startsWith("multipart/form-data")) {
            throw Refusal.of(Refusal.Kind.UNSUPPORTED_MEDIA, "send multipart/form-data");
        }
        return Forms.upload(bytes(), type);
    }

    public Optional<String> contentType() {
        return incoming.header("Content-Type");
    }

    /// Where in a list the caller wants to read.
    public Page page(Listing listing) {
        var faults = Fields.none();
        var page = page(faults, listing);
        faults.check();
        return page;
    }

    /// Where in a list the caller wants to read, for a list with filters.
    ///
    /// @param faults takes what is wrong, so that it is reported together with the faults of the filters
    public Page page(Fields faults, Listing listing) {
        int limit = count(faults, "limit", listing.limitDefault(), 1, listing.limitMax());
        int offset = count(faults, "offset", 0, 0, Page.OFFSET_MAX);
        var ordering = ordering(faults, listing);
        return new Page(limit, offset, ordering, incoming.absolutePath(), Page.filters(incoming.query()));
    }

    /// Whether more is asked for than a list shows by itself.
    public boolean isLongPage() {
        return incoming.query().getOrDefault("limit", List.of()).stream()
                .anyMatch(limit -> COUNT.matcher(limit).matches() && Integer.parseInt(limit) > Listing.LIMIT_DEFAULT);
    }

    /// The list order: one of its names, with a minus for the reverse.
    private Page.Ordering ordering(Fields faults, Listing listing) {
        var asked = sent(faults, "ordering");
        var wanted = asked.orElse(listing.usual());
        var name = wanted.startsWith("-") ? wanted.substring(1) : wanted;
        if (asked.isPresent() && !listing.names().contains(name)) {
            faults.fault(
                    "ordering",
                    listing.names().isEmpty()
                            ? "This list has one order alone."
                            : "Must be one of %s, with a leading minus for the reverse order."
                                    .formatted(String.join(", ", listing.names())));
        }
        return new Page.Ordering(name, wanted.startsWith("-"));
    }

    /// Optimistic editing: with If-Match the client says which version it has seen (412 when it is not the newest).
    public void requireVersion(long current) {
        requireTag("\"%d\"".formatted(current));
    }

    /// Checks If-Match for a resource whose answers are marked by [Answer#versionOf].
    public void requireVersionOf(Object facts) {
        requireTag(Answer.tagOf(facts));
    }

    private void requireTag(String current) {
        var wanted = header("If-Match").map(String::strip);
        if (wanted.isEmpty() || wanted.get().equals("*")) return;
        if (!stripped(wanted.get(), ",").contains(current)) {
            throw Refusal.of(Refusal.Kind.STALE, "it was changed meanwhile: read it again (If-Match did not match)");
        }
    }

    String idempotencyFingerprint() {
        var query = String.join("&", Page.words(incoming.query(), _ -> true));
        return incoming.method() + " " + incoming.path() + "?" + query;
    }

    Body body() {
        return body;
    }

    /// A search may say in its body what a list says in its query, which goes first: the links to other pages are
    /// there.
    private Optional<String> sent(Fields faults, String name) {
        var values = incoming.query().getOrDefault(name, List.of());
        if (values.size() > 1) faults.fault(name, Fields.ONCE);
        return values.stream().findFirst().or(() -> inBody(name).map(JsonNode::asText));
    }

    private Optional<JsonNode> inBody(String name) {
        return Optional.of(body.json().path(name)).filter(value -> !value.isMissingNode() && !value.isNull());
    }

    private int count(Fields faults, String name, int fallback, int min, int max) {
        var text = sent(faults, name);
        if (text.isEmpty()) return fallback;
        boolean isNumber = incoming.query().containsKey(name)
                || inBody(name).filter(JsonNode::isIntegralNumber).isPresent();
        if (isNumber && COUNT.matcher(text.get()).matches()) {
            int value = Integer.parseInt(text.get());
            if (value >= min && value <= max) return value;
        }
        faults.fault(name, "Must be an integer between %d and %d.".formatted(min, max));
        return fallback;
    }
}
