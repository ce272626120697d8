package dev.brickwork.platform.http;

import io.helidon.logging.common.spi.LoggingProvider;

/// Tells Helidon that logging is set up elsewhere. Without it Helidon would print at every start that logging is
/// not configured.
public final class LoggingLeftAlone implements LoggingProvider {
    @Override
    public void initialization() {}

    @Override
    public void runTime() {}
}
