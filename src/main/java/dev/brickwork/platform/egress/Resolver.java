package dev.brickwork.platform.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/// From a name to all of its addresses. Tests bring their own answers, to play the part of a hostile name server.
@FunctionalInterface
public interface Resolver {
    List<InetAddress> resolve(String host) throws UnknownHostException;
}
