package dev.brickwork.platform.database.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.support.Await;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// A [WritingProcess] of its own JVM, with what it has said so far.
final class ChildProcess implements AutoCloseable {
    private final Process process;
    private final List<String> said = new CopyOnWriteArrayList<>();

    private ChildProcess(Process process) {
        this.process = process;
        Thread.ofVirtual().start(this::listen);
    }

    static ChildProcess start(Path folder, Path binaries) throws IOException {
        return start(List.of(), System.getProperty("java.class.path"), folder, binaries);
    }

    static ChildProcess start(List<String> prefix, String classPath, Path folder, Path binaries) throws IOException {
        var command = new ArrayList<>(prefix);
        command.addAll(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m"));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath, WritingProcess.class.getName()));
        command.addAll(List.of(folder.toString(), binaries.toString()));
        return new ChildProcess(new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectErrorStream(true)
                .start());
    }

    /// Waits until this many numbers are acknowledged.
    ChildProcess hasWritten(int count) {
        Await.until(
                "the process has written enough, or ended", () -> acknowledged().size() >= count || !process.isAlive());
        if (acknowledged().size() < count) throw new AssertionError("the process ended: " + said);
        return this;
    }

    /// Waits until it has told of its progress in these words.
    ChildProcess hasTold(String words) {
        Await.until(
                "the process says so, or ends",
                () -> said.stream().anyMatch(line -> line.contains(words)) || !process.isAlive());
        if (!process.isAlive()) throw new AssertionError("the process ended: " + said);
        return this;
    }

    List<Long> acknowledged() {
        return said.stream()
                .filter(line -> line.matches("\\d+"))
                .map(Long::valueOf)
                .toList();
    }

    long server() {
        return serverPid().orElseThrow();
    }

    private Optional<Long> serverPid() {
        return said.stream()
                .filter(line -> line.startsWith("server "))
                .map(line -> Long.valueOf(line.substring("server ".length())))
                .findFirst();
    }

    String refusal() {
        Await.until(
                "the process is refused",
                () -> !process.isAlive() && said.stream().anyMatch(line -> line.startsWith("refused ")));
        return said.getLast();
    }

    /// SIGKILL: the process can do nothing about it.
    void kill() {
        process.destroyForcibly();
        Await.until("the process is dead", () -> !process.isAlive());
    }

    void terminate() {
        process.destroy();
        Await.until("the process has ended", () -> !process.isAlive());
    }

    @Override
    public void close() {
        if (process.isAlive()) kill();
        Await.until(
                "its server has ended",
                () -> serverPid().flatMap(ProcessHandle::of).isEmpty());
    }

    private void listen() {
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) said.add(line);
        } catch (IOException killed) {
            said.add("killed"); // Its pipe breaks with it.
        }
    }
}
