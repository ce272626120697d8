package dev.brickwork.support;

import dev.brickwork.House.Reply;
import java.util.function.Supplier;

/// A client that does as it is told: whoever waited too long for somebody else's lock, which a starved machine makes
/// likely, is asked to come again (503), and comes again.
public final class Insisting {
    private static final int TRIES_MAX = 20;

    private Insisting() {}

    public static Reply on(Supplier<Reply> call) {
        var reply = call.get();
        for (int i = 0; i < TRIES_MAX && reply.status() == 503; i++) reply = call.get();
        return reply;
    }
}
