package dev.brickwork.platform.egress;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/// Posts to a URL that a stranger chose: checks it, then dials exactly the checked address on a socket of its
/// own. The name serves TLS and the Host header only, so that no second look-up can lead elsewhere. The
/// JDK's HTTP client cannot pin an address.
///
/// The URL is checked at each attempt. A connection of an earlier one is used again where it leads to the same URL and
/// to an address that was allowed just now.
///
/// Each attempt runs on a virtual thread that is interrupted when the time is up, which closes its socket
/// whatever it is waiting for.
public final class GuardedClient {
    private static final int ADDRESS_COUNT_MAX = 4;
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Guard guard;
    private final Dialler dialler;
    private final SSLContext tls;
    private final Limits limits;
    private final IdleConnections idle = new IdleConnections();

    public GuardedClient(Guard guard, SSLContext tls, Limits limits) {
        this(guard, GuardedClient::connect, tls, limits);
    }

    GuardedClient(Guard guard, Dialler dialler, SSLContext tls, Limits limits) {
        this.guard = guard;
        this.dialler = dialler;
        this.tls = tls;
        this.limits = limits;
    }

    /// Opens the connection. Tests watch here what is dialled.
    @FunctionalInterface
    interface Dialler {
        Socket dial(InetSocketAddress address, Duration timeout) throws IOException;
    }

    /// Every failure comes back as an outcome; only a header that cannot be sent throws.
    public Outcome post(String url, Policy policy, Map<String, String> headers, byte[] body) {
        var outcome = new CompletableFuture<Outcome>();
        var worker = Thread.ofVirtual().name("egress").start(() -> {
            try {
                outcome.complete(attempt(url, policy, headers, body));
            } catch (Throwable broken) { // handed to the caller below
                outcome.completeExceptionally(broken);
            }
        });
        try {
            return await(outcome, limits.total());
        } catch (TimeoutException slow) {
            worker.interrupt();
            return afterTheEnd(outcome);
        } catch (InterruptedException stopped) {
            worker.interrupt();
            Thread.currentThread().interrupt();
            return new Outcome.Failed(Trouble.TIMEOUT);
        }
    }

    /// A status that arrived in time counts although its body was still dripping.
    private static Outcome afterTheEnd(CompletableFuture<Outcome> outcome) {
        try {
            var late = await(outcome, GRACE);
            return late instanceof Outcome.Answered ? late : new Outcome.Failed(Trouble.TIMEOUT);
        } catch (TimeoutException slow) {
            return new Outcome.Failed(Trouble.TIMEOUT);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new Outcome.Failed(Trouble.TIMEOUT);
        }
    }

    private static Outcome await(CompletableFuture<Outcome> outcome, Duration time)
            throws TimeoutException, InterruptedException {
        try {
            return outcome.get(time.toMillis(), MILLISECONDS);
        } catch (ExecutionException broken) {
            if (broken.getCause() instanceof RuntimeException ours) throw ours;
            throw new IllegalStateException(broken.getCause());
        }
    }

    private Outcome attempt(String url, Policy policy, Map<String, String> headers, byte[] body) {
        return guard.check(url, policy) instanceof Guard.Verdict.Allowed(var target)
                ? exchange(target, headers, body)
                : new Outcome.Failed(Trouble.BLOCKED);
    }

    /// The other side may have closed a connection that was idle. Whatever broke off there before a status came is
    /// tried again on another; a receiver knows a repetition by its `webhook-id`.
    private Outcome exchange(Target target, Map<String, String> headers, byte[] body) {
        for (var kept = idle.take(target); kept.isPresent(); kept = idle.take(target)) {
            try {
                return exchange(kept.get(), headers, body);
            } catch (IOException gone) {
                if (Thread.currentThread().isInterrupted()) return new Outcome.Failed(Trouble.TIMEOUT);
            }
        }
        try {
            return exchange(dial(target), headers, body);
        } catch (IOException failed) {
            return new Outcome.Failed(trouble(failed));
        }
    }

    private Outcome exchange(Connection connection, Map<String, String> headers, byte[] body) throws IOException {
        boolean isKept = false;
        try {
            var answered = connection.exchange().post(connection.url(), headers, body);
            isKept = connection.exchange().isAtRest();
            return answered;
        } finally {
            if (isKept) idle.keep(connection);
            else connection.close();
        }
    }

    private Connection dial(Target target) throws IOException {
        IOException last = new IOException("no address");
        var addresses = target.addresses();
        for (var address : addresses.subList(0, Math.min(addresses.size(), ADDRESS_COUNT_MAX))) {
            Socket socket;
            try {
                socket =
                        dialler.dial(new InetSocketAddress(address, target.url().port()), limits.connect());
            } catch (IOException failed) {
                last = failed;
                continue;
            }
            return connection(target.url(), address, socket);
        }
        throw last;
    }

    private Connection connection(StrictUrl url, InetAddress address, Socket socket) throws IOException {
        try {
            var connection = url.isSecure() ? secured(socket, url) : socket;
            var exchange =
                    new HttpExchange(connection.getInputStream(), connection.getOutputStream(), limits.bodyBytes());
            return new Connection(url, address, socket, exchange);
        } catch (IOException failed) {
            socket.close();
            throw failed;
        }
    }

    private static Socket connect(InetSocketAddress address, Duration timeout) throws IOException {
        var socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(address, Math.toIntExact(timeout.toMillis()));
            return socket;
        } catch (IOException failed) {
            socket.close();
            throw failed;
        }
    }

    /// TLS with the name we were given: it is announced, and the certificate must be made out to it.
    private Socket secured(Socket socket, StrictUrl url) throws IOException {
        var secured = (SSLSocket) tls.getSocketFactory().createSocket(socket, url.host(), url.port(), true);
        var parameters = secured.getSSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        if (url.literal().isEmpty()) parameters.setServerNames(List.of(new SNIHostName(url.host())));
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private static Trouble trouble(IOException failed) {
        if (failed instanceof SocketTimeoutException) return Trouble.TIMEOUT;
        if (failed instanceof SSLException) return Trouble.TLS;
        return failed instanceof ProtocolException ? Trouble.GARBLED : Trouble.UNREACHABLE;
    }
}
