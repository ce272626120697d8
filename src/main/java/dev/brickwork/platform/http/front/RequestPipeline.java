package dev.brickwork.platform.http.front;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.SellerBulkhead;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.platform.database.HotRowQueue;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Body;
import dev.brickwork.platform.http.Errors;
import dev.brickwork.platform.http.Identity;
import dev.brickwork.platform.http.Incoming;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.http.Visibility;
import dev.brickwork.platform.security.SealedTokens;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.platform.telemetry.Span;
import dev.brickwork.platform.telemetry.Traces;
import dev.brickwork.pricing.money.AmountOutOfRange;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Takes a request from the wire to its handler and the answer back: key, rate, route, scope, body, handler, in
/// this order, so that a stranger costs as little as possible and learns nothing.
public final class RequestPipeline {
    static final String API = "/api/v2";
    private static final List<String> API_SEGMENTS = List.copyOf(Router.segments(API));
    private static final Logger LOG = System.getLogger(RequestPipeline.class.getName());
    private static final String KEY = "X-SERVICE-KEY";
    private static final String OURS = "dev.brickwork.";
    private static final int KEY_LENGTH_MAX = 200;
    private static final int SHOWN_LENGTH_MAX = 200;

    /// After its time a request has this long to say so, before the alarm takes its connection away.
    private static final Duration LAST_WORD = Duration.ofSeconds(1);

    private static final int MINUTE_SECONDS = 60;

    /// Those that a figure may name; a stranger can think of any number of others.
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    /// Which client meets them is what an operator wants to know.
    private static final Set<Integer> REFUSED_BY_KEY = Set.of(401, 403, 429);

    /// Half the threads of [CpuBoundPool]. The queue has room for the connections of a busy client, and the wait is
    /// short
    /// enough to leave time for the work.
    private static final SellerBulkhead.Limits READS_OF_A_SELLER = new SellerBulkhead.Limits(
            Runtime.getRuntime().availableProcessors(), 64, Duration.ofSeconds(5), "reads and estimates");

    private final Router router;
    private final KeyCheck keys;
    private final IdempotentTransaction mutation;
    private final HotRowQueue lines = new HotRowQueue();
    private final CpuBoundPool heavy = CpuBoundPool.onThisMachine();
    private final SellerBulkhead sellers = new SellerBulkhead(READS_OF_A_SELLER);
    private final Database database;
    private final RateLimits rates;
    private final Limits limits;
    private final InstantSource realTime;
    private final RequestMetrics metrics;
    private final Traces traces;
    private final Deadlines deadlines = new Deadlines();
    private final BodyMemoryLimit bodies = BodyMemoryLimit.ofThisProcess();
    private final Semaphore reads;
    private final Semaphore writes;

    /// How much one client, and all of them together, may ask for, and how long one request may take.
    public record Limits(
            int requestsPerSecond,
            int burst,
            int inFlightPerKey,
            int regenerationsPerSecond,
            int keyFailuresPerMinute,
            int inFlightTotal,
            Duration time) {}

    /// Dependencies of the pipeline: the database, encryption and real time.
    public record Dependencies(Database database, SecretEncryption seal, SealedTokens tokens, InstantSource realTime) {}

    public RequestPipeline(Routes routes, KeyCheck keys, Dependencies modules, Limits limits, Visibility visibility) {
        this.router = new Router(routes.all());
        this.keys = keys;
        this.mutation = new IdempotentTransaction(
                modules.database, new IdempotencyStore(modules.seal, modules.tokens, keys), modules.realTime);
        this.database = modules.database;
        this.rates = new RateLimits(limits.inFlightPerKey());
        this.limits = limits;
        this.realTime = modules.realTime;
        this.metrics = new RequestMetrics(visibility.metrics());
        this.traces = visibility.traces();
        // Two bulkheads: money and ingestion keep going when reads and estimates are shed.
        this.reads = new Semaphore(limits.inFlightTotal());
        this.writes = new Semaphore(limits.inFlightTotal());
    }

    Answer answer(Incoming incoming) {
        var trail = new Trail();
        return told(incoming, trail, () -> {
            var answer = guarded(incoming, trail, () -> api(incoming, trail));
            if (answer.headers().containsKey("Idempotent-Replayed")) {
                metrics.replayed();
            }
            if (REFUSED_BY_KEY.contains(answer.status())) metrics.refused(answer.status(), trail.keyId);
            return answer;
        });
    }

    /// A page that is open to everybody.
    Answer open(Incoming incoming, Supplier<Answer> page) {
        var trail = new Trail();
        return told(incoming, trail, () -> {
            var answer = guarded(
                    incoming, trail, () -> deadlines.within(limits.time().plus(LAST_WORD), page, incoming.sayLate()));
            if (answer.status() != 404) trail.route = shown(incoming.path()); // Only pages that exist name a route.
            return answer;
        });
    }

    /// Figures and, where they are wanted, the trace.
    private Answer told(Incoming incoming, Trail trail, Supplier<Answer> work) {
        long started = System.nanoTime();
        var span = traces.request(() -> incoming.header("traceparent"));
        return span.around(() -> {
            var answer = work.get();
            var method = METHODS.contains(incoming.method()) ? incoming.method() : "other";
            metrics.answered(method, trail.route, answer.status(), System.nanoTime() - started);
            if (span != Span.NONE) describe(span, method, incoming.requestId(), trail, answer.status());
            return answer;
        });
    }

    private static void describe(Span span, String method, String requestId, Trail trail, int status) {
        span.named(method + " " + trail.route)
                .put("http.request.method", method)
                .put("http.route", trail.route)
                .put("http.response.status_code", status)
                .put("brickwork.request_id", requestId)
                .put("brickwork.seller_id", trail.seller)
                .put("brickwork.key_id", trail.keyId);
        if (status >= 500) span.fail();
    }

    /// Collects facts of a request on its way, for figures and log lines. Ids only, no texts.
    private static final class Trail {
        private String route = "unknown";
        private String seller = "-";
        private String actor = "-";
        private String keyId = "none";
    }

    /// Every exception becomes an answer here and nowhere else.
    private Answer guarded(Incoming incoming, Trail trail, Supplier<Answer> work) {
        try {
            return work.get();
        } catch (Refusal refusal) {
            return Errors.of(refusal);
        } catch (AmountOutOfRange _) { // What was asked for comes to that (rule M-09).
            return Errors.of(Refusal.badRequest(AmountOutOfRange.WHY));
        } catch (RequestBody.ClientGone gone) {
            LOG.log(Level.DEBUG, () -> line(incoming, trail, Ids.next(), gone));
            return Errors.of(Refusal.badRequest("the body did not arrive whole"));
        } catch (StackOverflowError deep) {
            // Only a client's text can be so deep; it gets one line, since a trace would fill the log for it.
            LOG.log(Level.WARNING, () -> line(incoming, trail, Ids.next(), deep) + deepest(deep));
            return Errors.of(Refusal.badRequest("the request is nested too deep or too long to be read"));
        } catch (DatabaseBusy | DatabaseAway | Deadlines.Missed passing) {
            var errorId = Ids.next();
            LOG.log(Level.WARNING, () -> line(incoming, trail, errorId, passing), passing);
            return Errors.unavailable(errorId);
        } catch (RuntimeException | Error bug) { // A class that cannot be loaded, too: the log has its error id.
            var errorId = Ids.next();
            LOG.log(Level.ERROR, () -> line(incoming, trail, errorId, bug), bug);
            return Errors.failed(errorId);
        }
    }

    private Answer api(Incoming incoming, Trail trail) {
        return switch (identified(incoming)) {
            case KeyCheck.Verdict.Known(var who) -> admitted(incoming, who, trail);
            case KeyCheck.Verdict.Refused(var keyId) -> {
                keyId.ifPresent(id -> trail.keyId = id);
                yield rejectedKey(incoming);
            }
        };
    }

    private Answer admitted(Incoming incoming, Identity who, Trail trail) {
        trail.seller = who.seller().value().toString();
        trail.actor = who.actor();
        trail.keyId = who.keyId();
        if (!rates.take(who.actor(), RateLimits.Limit.perSecond(limits.requestsPerSecond(), limits.burst())))
            return tooMany("key", limits.requestsPerSecond());
        if (!rates.enter(who.actor())) return tooMany("key", limits.requestsPerSecond());
        try {
            return routed(incoming, who, trail);
        } finally {
            rates.leave(who.actor());
        }
    }

    private Answer routed(Incoming incoming, Identity who, Trail trail) {
        var match = match(incoming).orElseThrow(() -> Refusal.notFound("path"));
        var method = incoming.method().equals("HEAD") ? "GET" : incoming.method();
        var route = match.byMethod().get(method);
        if (route == null) return otherMethod(incoming, match);
        trail.route = route.path();
        if (!who.scopes().contains(route.scope())) {
            throw Refusal.of(
                    Refusal.Kind.FORBIDDEN,
                    "this key lacks the scope '%s'".formatted(route.scope().wire()));
        }
        int ration = limits.regenerationsPerSecond();
        if (route.isRationed()
                && !rates.take(route.path() + who.seller(), RateLimits.Limit.perSecond(ration, ration))) {
            return tooMany("regenerate", ration);
        }
        var now = who.clock().orElseGet(realTime::instant);
        var caller = new Caller(who.seller(), who.actor(), incoming.requestId(), now);
        Supplier<Answer> work = () -> {
            long bytes = BodyMemoryLimit.needed(incoming, route);
            if (!bodies.enter(who.actor(), bytes)) return Errors.unavailable(Ids.next());
            try {
                var body = body(incoming, route);
                var request = new Request(incoming, match.parameters(route), who, caller, body);
                Supplier<Answer> answer = () -> inLine(route.handler(), request);
                boolean isHeavy = CpuBoundPool.is(route, request, body);
                Supplier<Answer> admitted = () -> bulkheaded(route, isHeavy ? () -> heavy.answer(answer) : answer);
                return isHeavy || isRead(route) ? sellers.within(who.seller(), admitted) : admitted.get();
            } finally {
                bodies.leave(who.actor(), bytes);
            }
        };
        return deadlines.within(
                limits.time().multipliedBy(route.timeShare()).plus(LAST_WORD), work, incoming.sayLate());
    }

    private Optional<Router.Match> match(Incoming incoming) {
        var segments = incoming.segments();
        int prefix = API_SEGMENTS.size();
        boolean isOurs = segments.size() > prefix && segments.subList(0, prefix).equals(API_SEGMENTS);
        return isOurs && incoming.canBeFound()
                ? router.match(segments.subList(prefix, segments.size()))
                : Optional.empty();
    }

    /// A body has the time of a common request, also where the whole has more.
    private Body body(Incoming incoming, Routes.Route route) {
        Supplier<Body> read = () -> Body.read(incoming, route.body(), route.bytesMax());
        return route.timeShare() == 1
                ? read.get()
                : deadlines.within(limits.time().plus(LAST_WORD), read, incoming.sayLate());
    }

    /// How long a body may take to arrive.
    Duration bodyTime() {
        return limits.time();
    }

    /// How many requests are being worked on.
    public int inFlight() {
        return 2 * limits.inFlightTotal() - reads.availablePermits() - writes.availablePermits();
    }

    /// How many requests wait for others that change the same object.
    public int waitingInLine() {
        return lines.waiting();
    }

    private Answer bulkheaded(Routes.Route route, Supplier<Answer> answer) {
        var bulkhead = isRead(route) ? reads : writes;
        if (!bulkhead.tryAcquire()) return Errors.unavailable(Ids.next());
        try {
            return answer.get();
        } finally {
            bulkhead.release();
        }
    }

    private Answer inLine(Routes.Handler handler, Request request) {
        var object = request.object();
        if (object.isEmpty()) return answered(handler, request);
        return lines.about(List.of(request.seller(), object.get()), () -> answered(handler, request));
    }

    private Answer answered(Routes.Handler handler, Request request) {
        return switch (handler) {
            case Routes.Handler.Reading(var read) -> database.read(request.caller(), tx -> read.answer(tx, request));
            case Routes.Handler.Writing(var write) -> mutation.write(request, write);
            case Routes.Handler.Direct(var plain) -> plain.answer(request);
            case Routes.Handler.InStages(var staged) -> mutation.staged(request, staged);
            case Routes.Handler.ByKey(var withKey, var without) ->
                request.isRepeatable() ? mutation.write(request, withKey) : answered(without, request);
        };
    }

    private static boolean isRead(Routes.Route route) {
        return route.scope() == Scope.READ;
    }

    private KeyCheck.Verdict identified(Incoming incoming) {
        var key = incoming.header(KEY);
        if (key.isEmpty() || key.get().length() > KEY_LENGTH_MAX) return new KeyCheck.Verdict.Refused(Optional.empty());
        return keys.identify(key.get(), incoming.address());
    }

    private Answer rejectedKey(Incoming incoming) {
        if (incoming.header(KEY).orElse("").isBlank()) return Errors.unauthenticated(); // Nothing was guessed.
        int quota = limits.keyFailuresPerMinute();
        if (rates.takeFrom(incoming.address(), RateLimits.Limit.perMinute(quota))) {
            return Errors.unauthenticated();
        }
        long next = Math.ceilDiv(MINUTE_SECONDS, quota);
        return Errors.of(Refusal.tooMany(
                "too many requests with a wrong key came from this address",
                new Refusal.Limit("address", quota, MINUTE_SECONDS, next)));
    }

    private static Answer tooMany(String policy, int perSecond) {
        return Errors.of(Refusal.tooMany(
                "too many requests; slow down and try again", new Refusal.Limit(policy, perSecond, 1, 1)));
    }

    private static Answer otherMethod(Incoming incoming, Router.Match match) {
        var allow = allow(match.byMethod());
        if (incoming.method().equals("OPTIONS")) {
            return new Answer(204, Answer.JSON, new byte[0], Map.of("Allow", allow));
        }
        return Answer.otherMethod(allow);
    }

    private static String allow(Map<String, Routes.Route> byMethod) {
        List<String> methods = new ArrayList<>(byMethod.keySet());
        if (byMethod.containsKey("GET")) methods.add("HEAD");
        methods.add("OPTIONS");
        return String.join(", ", methods);
    }

    /// Where the stack ran full: the frame that is ours, since those above it belong to the JDK or a library.
    private static String deepest(StackOverflowError deep) {
        return Stream.of(deep.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith(OURS))
                .findFirst()
                .or(() -> Stream.of(deep.getStackTrace()).findFirst())
                .map(frame -> " at " + frame)
                .orElse("");
    }

    private static String line(Incoming incoming, Trail trail, UUID errorId, Throwable cause) {
        return "error_id=%s request_id=%s seller_id=%s actor=%s %s %s: %s"
                .formatted(
                        errorId,
                        incoming.requestId(),
                        trail.seller,
                        trail.actor,
                        incoming.method(),
                        shown(incoming.path()),
                        cause);
    }

    /// Outside the API the second word of a path is a token, which opens what it names.
    private static String shown(String path) {
        int second = path.indexOf('/', 1);
        var shown = path.startsWith("/api/") || second < 0 ? path : path.substring(0, second) + "/***";
        return shown.length() > SHOWN_LENGTH_MAX ? shown.substring(0, SHOWN_LENGTH_MAX) + "…" : shown;
    }
}
