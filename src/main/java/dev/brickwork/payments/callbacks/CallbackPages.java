package dev.brickwork.payments.callbacks;

import dev.brickwork.payments.methods.ProcessorStore;
import dev.brickwork.payments.methods.Processors;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.http.pages.PublicRequest;
import java.time.InstantSource;
import java.util.Optional;
import java.util.regex.Pattern;

/// The endpoint for messages of processors. It needs no API key: the signature over the raw bytes takes its place.
public final class CallbackPages implements PublicPages {
    private static final Pattern PATH = Pattern.compile("/callbacks/([A-Za-z0-9_-]{43})");

    private final Database database;
    private final ProcessorStore connections;
    private final Processors processors;
    private final Callbacks callbacks;
    private final InstantSource realTime;

    public CallbackPages(
            Database database,
            ProcessorStore connections,
            Processors processors,
            Callbacks callbacks,
            InstantSource realTime) {
        this.database = database;
        this.connections = connections;
        this.processors = processors;
        this.callbacks = callbacks;
        this.realTime = realTime;
    }

    @Override
    public Optional<Answer> answer(PublicRequest request) {
        var path = PATH.matcher(request.path());
        if (!path.matches()) return Optional.empty();
        if (!request.method().equals("POST")) return Optional.of(Answer.otherMethod("POST"));
        var seller = database.read(tx -> connections.sellerOf(tx, path.group(1)))
                .orElseThrow(() -> Refusal.notFound("path"));
        var caller = new Caller(seller, "processor", request.requestId(), realTime.instant());
        var connected = processors.find(caller).orElseThrow(() -> Refusal.notFound("path"));
        var signature = request.header("Stripe-Signature").orElse("");
        return Optional.of(
                switch (callbacks.receive(caller, connected, request.bytes(), signature)) {
                    case REFUSED -> throw Refusal.badRequest("the signature of this message is wrong or too old");
                    case STORED, KNOWN -> Answer.ok(json -> json.object(out -> out.put("received", true)));
                });
    }
}
