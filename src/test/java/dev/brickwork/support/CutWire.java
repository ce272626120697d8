package dev.brickwork.support;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.brickwork.platform.database.DatabaseAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/// A proxy in front of a database that a test can cut at the worst moment: PostgreSQL has committed, and the client
/// never gets the answer.
public final class CutWire implements AutoCloseable {
    /// The answer of PostgreSQL to a commit: the type, the length, the words.
    private static final String COMMITTED = "C\0\0\0\013COMMIT\0";

    private final ServerSocket door;
    private final DatabaseAddress there;
    private final URI place;
    private final AtomicInteger commitsToCut = new AtomicInteger();
    private final Random random = new Random(5);
    private volatile int oneIn;

    private CutWire(DatabaseAddress there) {
        this.there = there;
        this.place = URI.create(there.jdbcUrl().substring("jdbc:".length()));
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        Thread.ofVirtual().name("wire").start(this::accept);
    }

    public static CutWire to(DatabaseAddress there) {
        return new CutWire(there);
    }

    /// The address of the database through this proxy.
    public DatabaseAddress address() {
        var url = there.jdbcUrl().replace(place.getHost() + ":" + place.getPort(), "127.0.0.1:" + door.getLocalPort());
        return new DatabaseAddress(url, there.user(), there.password());
    }

    /// The answer to this commit from now on, 1 being the next, is the last that is lost.
    public void cutAt(int commit) {
        commitsToCut.set(commit);
    }

    /// Whether that commit has come.
    public boolean isCut() {
        return commitsToCut.get() <= 0;
    }

    /// From now on the answer to about one commit in so many is lost; to none with 0.
    public void cutOneIn(int commits) {
        oneIn = commits;
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                var here = door.accept();
                var beyond = new Socket(place.getHost(), place.getPort());
                Thread.ofVirtual().start(() -> carry(here, beyond, false));
                Thread.ofVirtual().start(() -> carry(beyond, here, true));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void carry(Socket from, Socket to, boolean isAnswer) {
        try (from;
                to) {
            var in = from.getInputStream();
            var out = to.getOutputStream();
            var bytes = new byte[65_536];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                if (isAnswer && isToBeLost(bytes, count)) return;
                out.write(bytes, 0, count);
            }
        } catch (IOException cut) {
            // The other direction, or one of the two ends, has ended it.
        }
    }

    private boolean isToBeLost(byte[] bytes, int count) {
        if (!new String(bytes, 0, count, ISO_8859_1).contains(COMMITTED)) return false;
        boolean isUnlucky = oneIn > 0 && random.nextInt(oneIn) == 0;
        return commitsToCut.decrementAndGet() == 0 || isUnlucky;
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
