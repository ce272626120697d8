package dev.brickwork.platform.http.front;

import dev.brickwork.platform.http.Body;
import dev.brickwork.platform.http.Incoming;
import dev.brickwork.platform.http.Routes;
import java.util.HashMap;
import java.util.Map;

/// The memory that large bodies may take together: many of them at once are sent away, instead of ending the process
/// and every other request with it. One client gets half of it at most, and small bodies need no leave, so
/// the common request is served however many large ones there are.
final class BodyMemoryLimit {
    private static final int SMALL_BYTES_MAX = 16 * 1024;

    /// Of the heap: what is made of a body takes several times its room.
    private static final int SHARE = 12;

    private final long bytesMax;
    private final Map<String, Long> byClient = new HashMap<>();
    private long taken;

    BodyMemoryLimit(long bytesMax) {
        this.bytesMax = Math.max(bytesMax, 2L * Body.BATCH_BYTES_MAX);
    }

    static BodyMemoryLimit ofThisProcess() {
        return new BodyMemoryLimit(Runtime.getRuntime().maxMemory() / SHARE);
    }

    /// The bytes to reserve for a body, by its Content-Length; for a chunked body, all that the route allows. Zero
    /// for a small body, and for one above the route's maximum, which is refused unread.
    static long needed(Incoming incoming, Routes.Route route) {
        if (route.body() == Body.Kind.NONE) return 0;
        if (incoming.header("Transfer-Encoding").isPresent()) return route.bytesMax();
        long announced = incoming.header("Content-Length")
                .map(BodyMemoryLimit::announced)
                .orElse(0L);
        return announced <= SMALL_BYTES_MAX || announced > route.bytesMax() ? 0 : announced;
    }

    /// The number in a Content-Length, which may begin with zeros; one of more than nine digits is above every maximum.
    static long announced(String length) {
        int start = 0;
        while (start < length.length() - 1 && length.charAt(start) == '0') start++;
        return length.length() - start < 10 ? Long.parseLong(length, start, length.length(), 10) : Long.MAX_VALUE;
    }

    /// False when there is no room now.
    synchronized boolean enter(String client, long bytes) {
        long locked = byClient.getOrDefault(client, 0L);
        if (bytes > 0 && (taken + bytes > bytesMax || locked + bytes > bytesMax / 2)) return false;
        taken += bytes;
        if (bytes > 0) byClient.put(client, locked + bytes);
        return true;
    }

    synchronized void leave(String client, long bytes) {
        if (bytes == 0) return;
        taken -= bytes;
        byClient.computeIfPresent(client, (_, locked) -> locked > bytes ? locked - bytes : null);
    }
}
