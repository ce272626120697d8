package dev.brickwork.bench;

import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A working day: the clients of many sellers read, meter and move money all at once. Requests come at fixed times,
/// whether or not the earlier ones are answered, and a wait for a free connection counts: this tells how long clients
/// wait at a rate, not which rate the service could bear. One line for each minute, and one for each kind at the end.
final class DayBench {
    private static final int SELLERS = 20;
    private static final int CONNECTIONS = 128;
    private static final int WARM_UP_SECONDS = 60;
    private static final int MINUTE = 60;
    private static final int REASONS_MAX = 5;
    private static final long SEED = 20_250_131;

    private final ServiceProcess service;
    private final Client operator;
    private final PrintStream out;
    private final Random random = new Random(SEED);
    private final BlockingQueue<Wire> wires = new LinkedBlockingQueue<>();

    DayBench(ServiceProcess service, Client operator, PrintStream out) {
        this.service = service;
        this.operator = operator;
        this.out = out;
    }

    /// An answered request.
    ///
    /// @param micros from when it was to be sent until its answer was there
    /// @param status 0 where there was none
    /// @param why of a failure, as the service or the connection tells it
    private record Answered(String kind, long micros, int status, String why) {
        boolean isFailure() {
            return status == 0 || status >= 500;
        }

        boolean isRefused() {
            return status >= 300 && status < 500;
        }
    }

    void run(int perSecond, int seconds) {
        var desks = new ArrayList<DayDesk>();
        for (int i = 0; i < SELLERS; i++) desks.add(new DayDesk(operator.asNewSeller("live")));
        try {
            for (int i = 0; i < CONNECTIONS; i++) wires.add(new Wire(service.port()));
            send(desks, perSecond, WARM_UP_SECONDS);
            var all = new ArrayList<Answered>();
            for (int from = 0; from < seconds; from += MINUTE)
                all.addAll(minute(desks, from / MINUTE + 1, perSecond, Math.min(MINUTE, seconds - from)));
            var kinds = new TreeMap<String, List<Answered>>();
            for (var each : all)
                kinds.computeIfAbsent(each.kind, _ -> new ArrayList<>()).add(each);
            kinds.forEach((kind, some) -> tell("day, " + kind, some, _ -> {}));
            tell("day", all, line -> line.put("check", service.check()));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private List<Answered> minute(List<DayDesk> desks, int number, int perSecond, int seconds)
            throws InterruptedException {
        long serviceBefore = Cpu.micros(service.pid()).orElse(0);
        long postgresBefore = service.postgresMicros();
        var answered = send(desks, perSecond, seconds);
        long serviceMicros = Cpu.micros(service.pid()).orElse(0) - serviceBefore;
        long postgresMicros = service.postgresMicros() - postgresBefore;
        tell(
                "day, minute %d".formatted(number),
                answered,
                line -> line.put("service_cpu_micros_each", serviceMicros / answered.size())
                        .put("postgres_cpu_micros_each", postgresMicros / answered.size())
                        .put("service_memory_mb", Cpu.residentMegabytes(service.pid())));
        return answered;
    }

    /// Returns when all are answered.
    private List<Answered> send(List<DayDesk> desks, int perSecond, int seconds) throws InterruptedException {
        long count = (long) perSecond * seconds;
        var answered = new ConcurrentLinkedQueue<Answered>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long begin = System.nanoTime();
            for (long i = 0; i < count; i++) {
                long due = begin + TimeUnit.SECONDS.toNanos(i) / perSecond;
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                var ask = desks.get(random.nextInt(desks.size())).next(random);
                var _ = threads.submit(() -> answered.add(answer(ask, due)));
            }
        }
        if (answered.size() != count)
            throw new IllegalStateException("%d of %d answered".formatted(answered.size(), count));
        return List.copyOf(answered);
    }

    private Answered answer(DayDesk.Ask ask, long due) throws InterruptedException, IOException {
        var wire = wires.take();
        int status = 0;
        var why = "";
        try {
            var reply = wire.reply(ask.request());
            status = reply.status();
            if (status < 300) ask.then().accept(JsonReader.stored(reply.body()));
            else why = JsonReader.stored(reply.body()).at("/error/message").asText();
        } catch (IOException broken) {
            why = broken.toString();
            wire.close();
            wire = new Wire(service.port());
        } finally {
            wires.add(wire);
        }
        return new Answered(ask.kind(), (System.nanoTime() - due) / 1000, status, why);
    }

    private void tell(String what, List<Answered> all, Consumer<JsonWriter> more) {
        long[] micros = all.stream().mapToLong(Answered::micros).sorted().toArray();
        var reasons = all.stream()
                .filter(Answered::isFailure)
                .map(each -> "%d %s".formatted(each.status, each.why))
                .distinct()
                .limit(REASONS_MAX)
                .toList();
        out.println(JsonWriter.text(json -> json.object(line -> {
            line.put("scenario", what)
                    .put("requests", micros.length)
                    .put("failures", all.stream().filter(Answered::isFailure).count())
                    .put("refused", all.stream().filter(Answered::isRefused).count())
                    .put("latency_micros_p50", Load.atPerMille(micros, 500))
                    .put("latency_micros_p99", Load.atPerMille(micros, 990))
                    .put("latency_micros_max", Load.atPerMille(micros, 1000));
            if (!reasons.isEmpty()) line.putTexts("failures_told", reasons);
            more.accept(line);
        })));
    }
}
