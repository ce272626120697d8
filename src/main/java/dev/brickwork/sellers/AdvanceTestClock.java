package dev.brickwork.sellers;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.jobs.Sweeps;
import dev.brickwork.platform.json.JsonWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/// Moves a test seller's time and does, in order, everything that would have happened on the way, before it
/// answers.
///
/// The move is noted first and played afterwards, moment by moment; a crash in between leaves a clock that stands
/// somewhere on the way, and the next call plays the rest. A move that had to wait for another begins where that one
/// ended, and its distance counts from there.
final class AdvanceTestClock implements Routes.Staged {
    private static final String EXACTLY_ONE = "Send exactly one of to, days and months.";
    private static final int DAYS_MAX = 36_500;
    private static final int MONTHS_MAX = 1_200;
    private static final Instant LATEST = Instant.parse("2199-12-31T23:59:59Z");

    /// PUT names a moment; POST …/advance may also name a distance.
    enum Kind {
        SET,
        ADVANCE
    }

    private final Kind kind;
    private final SellerStore sellers;
    private final TestClockStore clocks;
    private final BusinessData businessData;
    private final Sweeps sweeps;
    private final Database database;

    AdvanceTestClock(
            Kind kind,
            SellerStore sellers,
            TestClockStore clocks,
            BusinessData businessData,
            Sweeps sweeps,
            Database database) {
        this.kind = kind;
        this.sellers = sellers;
        this.clocks = clocks;
        this.businessData = businessData;
        this.sweeps = sweeps;
        this.database = database;
    }

    sealed interface Verdict {
        /// Nothing has happened yet, so any moment will do.
        record Jump(Instant to) implements Verdict {}

        record Play(Instant to) implements Verdict {}

        record Refused(String field, String why) implements Verdict {}
    }

    static Verdict decide(Instant now, Instant to, String field, boolean hasBusinessData, Kind kind) {
        if (to.isAfter(LATEST)) return new Verdict.Refused(field, "Must not lie after the year 2199.");
        if (kind == Kind.SET && !hasBusinessData) return new Verdict.Jump(to);
        if (to.isBefore(now)) {
            return new Verdict.Refused(
                    field,
                    "Time only goes forward once there is business data; the clock stands at %s.".formatted(now));
        }
        return new Verdict.Play(to);
    }

    @Override
    public UUID begin(Tx tx, Request request) {
        var caller = request.caller();
        var seller = sellers.lock(tx).orElseThrow(() -> Refusal.notFound("seller"));
        if (seller.mode() != Mode.TEST) throw Refusal.notFound("test clock");
        var fields = request.fields();
        var stands = clocks.now(tx, caller.seller());
        if (kind == Kind.SET) request.requireVersionOf(stands);
        var now = stands.orElse(caller.now());
        var field = kind == Kind.SET ? "now" : fields.isSent("to") ? "to" : fields.isSent("months") ? "months" : "days";
        var to = kind == Kind.SET ? fields.require("now", fields::moment) : target(fields, now);
        fields.check();
        var move = new TestClockStore.Move(Ids.next(), now, to.orElseThrow());
        switch (decide(now, move.to(), field, businessData.exists(tx, caller.seller()), kind)) {
            case Verdict.Refused(var name, var why) -> throw Refusal.badField(name, why);
            case Verdict.Jump(var moment) -> {
                clocks.insertMove(tx, move);
                clocks.set(tx, moment);
                clocks.begin(tx, move);
            }
            case Verdict.Play _ -> {
                clocks.insertMove(tx, move);
                // A request that plays another move writes the clock itself; setting it here would turn it back.
                if (stands.isEmpty()) clocks.set(tx, now);
            }
        }
        return move.id();
    }

    private static Optional<Instant> target(Fields fields, Instant now) {
        var utc = now.atOffset(ZoneOffset.UTC);
        var to = fields.moment("to");
        var days = fields.integer("days", 1, DAYS_MAX);
        var months = fields.integer("months", 1, MONTHS_MAX);
        var sent = Stream.of("to", "days", "months").filter(fields::isSent).toList();
        if (sent.isEmpty()) fields.fault("to", EXACTLY_ONE);
        if (sent.size() > 1) sent.forEach(name -> fields.fault(name, EXACTLY_ONE));
        return to.or(() -> days.map(count -> utc.plusDays(count).toInstant()))
                .or(() -> months.map(count -> utc.plusMonths(count).toInstant()));
    }

    @Override
    public Routes.Write finish(Request request, UUID intent) {
        var caller = request.caller();
        return database.inSession(session -> {
            if (!clocks.tryHold(session.as(caller))) {
                throw Refusal.of(Refusal.Kind.IN_PROGRESS, "this test clock is being moved by another request");
            }
            try {
                return play(caller, begun(request, intent));
            } finally {
                clocks.letGo(session.as(caller));
            }
        });
    }

    /// From where it begins to where it leads. Once begun, it stays so, however often it is taken up again.
    private TestClockStore.Move begun(Request request, UUID intent) {
        var caller = request.caller();
        return database.inTransaction(caller, tx -> {
            var noted = clocks.move(tx, intent);
            var now = clocks.now(tx, caller.seller()).orElseThrow();
            var fields = request.fields();
            boolean isDistance = kind == Kind.ADVANCE && !fields.isSent("to");
            var to = isDistance ? target(fields, now).orElseThrow() : noted.to();
            clocks.begin(tx, new TestClockStore.Move(intent, now, to.isAfter(LATEST) ? LATEST : to));
            return clocks.move(tx, intent);
        });
    }

    private Routes.Write play(Caller caller, TestClockStore.Move move) {
        var done = new TreeMap<String, Integer>();
        var now = database.read(tx -> clocks.now(tx, caller.seller())).orElseThrow();
        while (true) {
            var from = now;
            var due = database.read(tx -> sweeps.nextDue(tx.as(caller), move.to()));
            if (due.isEmpty()) break;
            if (sweeps.isStopping()) throw stopping(from);
            now = due.get().isBefore(from) ? from : due.get();
            moveTo(caller, now);
            sweeps.run(caller.seller(), now).forEach((name, count) -> done.merge(name, count, Integer::sum));
        }
        var end = now.isBefore(move.to()) ? move.to() : now;
        if (now.isBefore(end)) moveTo(caller, end);
        return (tx, _) -> finished(tx, move, end, done);
    }

    /// Years take longer than a process that is asked to stop has left.
    private static Refusal stopping(Instant stands) {
        return Refusal.of(
                Refusal.Kind.UNAVAILABLE,
                "the service restarts and the clock stands at %s; the same request, under the same idempotency key, goes on from there"
                        .formatted(stands));
    }

    private void moveTo(Caller caller, Instant now) {
        database.write(caller, tx -> clocks.set(tx, now));
    }

    /// Where the clock stood when this move was over; by now another may have begun.
    private Answer finished(Tx tx, TestClockStore.Move move, Instant end, Map<String, Integer> done) {
        var summary = JsonWriter.text(json -> json.object(out -> done.forEach(out::put)));
        clocks.saveSummary(tx, move.id(), summary);
        var stands = Optional.of(end);
        return Answer.ok(json -> json.object(out -> out.put("now", stands)
                        .put("follows_real_time", false)
                        .put("moved_from", move.from())
                        .putRaw("swept", summary)))
                .versionOf(stands);
    }
}
