package dev.brickwork.bench;

/// One kind of request to be measured.
interface Scenario {
    String name();

    /// How many requests are measured where nothing else is asked for, and how many run before.
    default int requests() {
        return 50_000;
    }

    default int warmup() {
        return 10_000;
    }

    /// Fills the seller with what the requests need, and says how to make them.
    ///
    /// @param count of all requests, those of the warm-up included
    Requests prepare(Client client, int count);

    /// Makes the requests of all connections. Called by many threads at once.
    @FunctionalInterface
    interface Requests {
        /// The bytes of a whole HTTP request.
        ///
        /// @param sequence counts the requests of the run, over all connections
        byte[] next(long sequence);
    }
}
