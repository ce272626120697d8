package dev.brickwork.platform.egress;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeoutException;

/// The machine's own resolver, on a few platform threads of its own: a look-up holds its thread in native code,
/// and a slow name server must not hold the carriers of every virtual thread.
public final class SystemResolver implements Resolver {
    private static final int THREAD_COUNT_MAX = 16;
    private static final int QUEUE_LENGTH_MAX = 256;
    private static final int WAIT_SECONDS = 5;
    private static final int IDLE_SECONDS = 30;

    private final ThreadPoolExecutor lookUps = new ThreadPoolExecutor(
            THREAD_COUNT_MAX,
            THREAD_COUNT_MAX,
            IDLE_SECONDS,
            SECONDS,
            new LinkedBlockingQueue<>(QUEUE_LENGTH_MAX),
            Thread.ofPlatform().name("resolver-", 0).daemon().factory());

    public SystemResolver() {
        lookUps.allowCoreThreadTimeOut(true);
    }

    @Override
    public List<InetAddress> resolve(String host) throws UnknownHostException {
        try {
            return lookUps.submit(() -> List.of(InetAddress.getAllByName(host))).get(WAIT_SECONDS, SECONDS);
        } catch (ExecutionException | TimeoutException | RejectedExecutionException failed) {
            throw unknown(host, failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw unknown(host, stopped);
        }
    }

    private static UnknownHostException unknown(String host, Exception cause) {
        var unknown = new UnknownHostException(host);
        unknown.initCause(cause);
        return unknown;
    }
}
