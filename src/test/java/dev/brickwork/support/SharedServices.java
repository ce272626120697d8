package dev.brickwork.support;

import dev.brickwork.app.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/// Closes the services that test classes share when the last class is over, and with that puts everything that was done
/// in them to the invariants. A broken one fails the run, and so does a test that has left a service of its own open.
public final class SharedServices implements BeforeAllCallback {
    private static final List<TestServer> ALL = new CopyOnWriteArrayList<>();
    private static final Map<TestServer, String> OPEN = new ConcurrentHashMap<>();
    private static final Namespace NAMESPACE = Namespace.create(SharedServices.class);

    /// Remembers a service until the end of the run.
    public static TestServer keep(TestServer service) {
        ALL.add(service);
        return service;
    }

    /// Remembers who has to close it.
    public static void opened(TestServer service) {
        OPEN.put(service, TestName.here());
    }

    public static void closed(TestServer service) {
        OPEN.remove(service);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot().getStore(NAMESPACE).computeIfAbsent("end of the run", _ ->
                (AutoCloseable) SharedServices::close);
    }

    private static void close() {
        var broken = new ArrayList<AssertionError>();
        for (var service : ALL) {
            try {
                service.close();
            } catch (AssertionError one) {
                broken.add(one);
            }
        }
        OPEN.values().forEach(name -> broken.add(new AssertionError("%s has not closed its service".formatted(name))));
        if (broken.isEmpty()) return;
        var first = broken.removeFirst();
        broken.forEach(first::addSuppressed);
        throw first;
    }
}
