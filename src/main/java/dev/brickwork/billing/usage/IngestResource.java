package dev.brickwork.billing.usage;

import dev.brickwork.metering.EntryStore;
import dev.brickwork.metering.SqlTrouble;
import dev.brickwork.metering.UsageEntry;
import dev.brickwork.metering.UsageJson;
import dev.brickwork.metering.Verdict;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Single entries over HTTP: in, changed, gone, and their history.
public final class IngestResource {
    private static final String RECORDED = "The usage entry was recorded.";
    private static final String LATE =
            "The usage of that time was billed already; the difference goes to the next invoice.";
    private static final String UNLISTED = "Without a transaction_id the entry cannot be listed, changed or deleted.";
    private static final String DELETED = "The usage entry was deleted.";
    private static final String WORK = "usage";
    private static final int TRIES_MAX = 5;

    private final GroupCommitWriter lanes;
    private final RecordUsage recording;
    private final EntryStore entries;
    private final EditUsage editing;

    public IngestResource(GroupCommitWriter lanes, RecordUsage recording, EntryStore entries, EditUsage editing) {
        this.lanes = lanes;
        this.recording = recording;
        this.entries = entries;
        this.editing = editing;
    }

    public Routes routes() {
        return new Routes()
                .postInBulk(
                        "/usage",
                        Scope.USAGE_WRITE,
                        (tx, request) -> one(request, post -> inTransaction(tx, post)),
                        request -> one(request, lanes::record))
                .postBytesInBulk(
                        "/usage/batch",
                        Scope.USAGE_WRITE,
                        (tx, request) -> batch(request, post -> inTransaction(tx, post)),
                        request -> batch(request, lanes::record))
                .patch("/usage", Scope.USAGE_WRITE, this::edit)
                .deleteNamed("/usage", Scope.USAGE_WRITE, this::delete)
                .get("/usage/{transaction_id}/history", Scope.READ, this::history);
    }

    private static Answer one(Request request, Function<RecordUsage.Post, List<Verdict>> record) {
        var read = EntryReader.one(request.bytes());
        var verdict = record.apply(new RecordUsage.Post(request.caller(), List.of(read)));
        return switch (verdict.getFirst()) {
            case Verdict.Accepted(var isLate) -> recorded(read, isLate);
            case Verdict.Duplicate() -> recorded(read, false);
            case Verdict.Rejected(var faults) -> throw refused(faults);
        };
    }

    private static Answer recorded(EntryReader.Read read, boolean isLate) {
        var warnings = new ArrayList<String>(2);
        if (isLate) warnings.add(LATE);
        if (read.transactionId().isEmpty()) warnings.add(UNLISTED);
        return Answer.created(json -> json.object(out -> {
            out.put("message", RECORDED);
            if (!warnings.isEmpty()) out.putTexts("warnings", warnings);
        }));
    }

    private static Refusal refused(List<Verdict.Fault> faults) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (var fault : faults)
            fields.computeIfAbsent(fault.field(), _ -> new ArrayList<>()).add(fault.why());
        var more = faults.size() == 1 ? "" : " (and %d more)".formatted(faults.size() - 1);
        return Refusal.badRequest(faults.getFirst().reason() + more, fields);
    }

    private static Answer batch(Request request, Function<RecordUsage.Post, List<Verdict>> record) {
        var read = isLines(request) ? EntryReader.lines(request.bytes()) : EntryReader.json(request.bytes());
        var verdicts = record.apply(new RecordUsage.Post(request.caller(), read));
        return Answer.created(json -> json.object(out -> write(out, read, verdicts)));
    }

    private static boolean isLines(Request request) {
        var type = request.contentType().orElse(Answer.JSON).toLowerCase(Locale.ROOT);
        int parameters = type.indexOf(';');
        return switch ((parameters < 0 ? type : type.substring(0, parameters)).strip()) {
            case "application/json" -> false;
            case "application/x-ndjson", "application/ndjson", "application/jsonl" -> true;
            default ->
                throw Refusal.of(Refusal.Kind.UNSUPPORTED_MEDIA, "send application/json or application/x-ndjson");
        };
    }

    private static void write(JsonWriter out, List<EntryReader.Read> read, List<Verdict> verdicts) {
        int accepted = 0;
        int duplicates = 0;
        for (var verdict : verdicts) {
            if (verdict instanceof Verdict.Accepted) accepted++;
            if (verdict instanceof Verdict.Duplicate) duplicates++;
        }
        out.put("accepted", accepted)
                .put("duplicates", duplicates)
                .put("rejected", read.size() - accepted - duplicates);
        var place = new int[1];
        out.putEach("results", read, (json, each) -> {
            UsageJson.verdict(json, place[0], each.transactionId(), verdicts.get(place[0]));
            place[0]++;
        });
    }

    /// Inside the transaction of an idempotency key. Who loses the race for an id looks again.
    private List<Verdict> inTransaction(SqlSession tx, RecordUsage.Post post) {
        for (int i = 1; ; i++) {
            tx.handle().savepoint(WORK);
            try {
                var verdicts = recording.run(tx, List.of(post)).getFirst();
                tx.handle().releaseSavepoint(WORK);
                return verdicts;
            } catch (SqlTrouble raced) {
                if (!SqlState.is(SqlState.UNIQUE_VIOLATION, raced)) throw raced;
                if (i == TRIES_MAX) throw new DatabaseBusy("others keep sending the same entries", raced);
                tx.handle().rollbackToSavepoint(WORK);
            }
        }
    }

    private Answer edit(Tx tx, Request request) {
        var fields = request.fields();
        var id = fields.require("transaction_id", name -> transactionId(fields, name));
        var value = fields.changeable("value", fields::number);
        var time = fields.changeable("time", fields::moment);
        var properties = fields.change("properties", name -> properties(fields, name));
        fields.check();
        var edited = editing.edit(tx, request, id.orElseThrow(), new EditUsage.Input(value, time, properties));
        return Answer.ok(json -> UsageJson.entry(json, edited.entry())).version(edited.version());
    }

    private static Optional<String> transactionId(Fields fields, String name) {
        var text = fields.text(name, Integer.MAX_VALUE);
        var fault = text.flatMap(TransactionIds::fault);
        fault.ifPresent(why -> fields.fault(name, why));
        return fault.isPresent() ? Optional.empty() : text;
    }

    private static Optional<String> properties(Fields fields, String name) {
        var json = fields.json(name);
        if (json.isEmpty()) return Optional.empty();
        var text = JsonWriter.text(out -> out.value(json.get()));
        if (text.getBytes(StandardCharsets.UTF_8).length <= UsageEntry.PROPERTIES_BYTES_MAX) return Optional.of(text);
        fields.fault(name, "At most %d bytes of JSON.".formatted(UsageEntry.PROPERTIES_BYTES_MAX));
        return Optional.empty();
    }

    /// The id from the body, else from the query; without either nothing is deleted.
    private Answer delete(Tx tx, Request request) {
        var body = request.fields();
        var fields = body.has("transaction_id") ? body : request.queryFields();
        var id = fields.require("transaction_id", name -> transactionId(fields, name));
        fields.check();
        editing.delete(tx, id.orElseThrow());
        return Answer.ok(json -> json.object(out -> out.put("message", DELETED)));
    }

    private Answer history(Tx tx, Request request) {
        var page = request.page(Listing.OLDEST_FIRST);
        var all = entries.versions(tx, request.path("transaction_id"));
        if (all.isEmpty()) throw Refusal.notFound("usage entry");
        var shown = (page.ordering().isDescending() ? all.reversed() : all)
                .stream().skip(page.offset()).limit(page.limit()).toList();
        return page.answer(all.size(), shown, UsageJson::version);
    }
}
