package dev.brickwork.platform.egress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/// A connection to a checked address, made for one URL.
///
/// @param socket the one that was dialled, below TLS where there is any
record Connection(StrictUrl url, InetAddress address, Socket socket, HttpExchange exchange) implements AutoCloseable {
    /// Whether a call to this target may use the connection: the same URL, and an address that the guard has just
    /// allowed.
    boolean leadsTo(Target target) {
        return url.equals(target.url()) && target.addresses().contains(address);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException broken) {
            return; // It is no longer used.
        }
    }
}
