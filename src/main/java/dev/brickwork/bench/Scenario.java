package dev.brickwork.bench;

/// One kind of request to be measured.
interface Scenario {
    String name();

    /// Fills the seller with what the requests need, and says how to make them.
    Requests prepare(Client client);

    /// Makes the requests of all connections. Called by many threads at once.
    @FunctionalInterface
    interface Requests {
        /// The bytes of a whole HTTP request.
        ///
        /// @param sequence counts the requests of the run, over all connections
        byte[] next(long sequence);
    }
}
