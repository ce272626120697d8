package dev.brickwork.platform.http;

import io.helidon.logging.common.spi.LoggingProvider;

/// Tells Helidon that logging is set up elsewhere. Without it every start would print that nobody cares for
/// the logs.
public final class LoggingLeftAlone implements LoggingProvider {
    @Override
    public void initialization() {}

    @Override
    public void runTime() {}
}
