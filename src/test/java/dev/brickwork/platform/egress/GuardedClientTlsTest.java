package dev.brickwork.platform.egress;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// TLS by name although the address was dialled: the name is announced, and a certificate for another one is
/// refused.
@Tag("verify")
class GuardedClientTlsTest {
    private static final String PASSWORD = "changeit";
    private static SSLContext tls;

    @BeforeAll
    static void makeCertificate(@TempDir Path folder) throws Exception {
        var file = folder.resolve("keys.p12");
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var made = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "k",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=hooks.test",
                        "-ext",
                        "SAN=dns:hooks.test",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD,
                        "-storetype",
                        "PKCS12")
                .redirectErrorStream(true)
                .start();
        assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
        try (var in = Files.newInputStream(file)) {
            tls = context(in);
        }
    }

    @Test
    void theNameIsAnnouncedAndChecked() throws Exception {
        var names = new CopyOnWriteArrayList<String>();
        try (var listener = listener(names)) {
            assertThat(post(tls, "https://hooks.test:" + listener.port()))
                    .isEqualTo(new Outcome.Answered(200, Optional.empty()));
            assertThat(names).containsExactly("hooks.test");
            assertThat(listener.requests().getFirst()).contains("Host: hooks.test:" + listener.port());
        }
    }

    @Test
    void aCertificateForAnotherNameIsRefused() throws Exception {
        try (var listener = listener(new ArrayList<>())) {
            assertThat(post(tls, "https://other.test:" + listener.port())).isEqualTo(new Outcome.Failed(Trouble.TLS));
            assertThat(post(tls, "https://127.0.0.1:" + listener.port())).isEqualTo(new Outcome.Failed(Trouble.TLS));
        }
    }

    @Test
    void aCertificateOfNobodyWeKnowIsRefused() throws Exception {
        try (var listener = listener(new ArrayList<>())) {
            assertThat(post(SSLContext.getDefault(), "https://hooks.test:" + listener.port()))
                    .isEqualTo(new Outcome.Failed(Trouble.TLS));
        }
    }

    @Test
    void plainTextOnATlsPortIsTlsTrouble() throws Exception {
        try (var listener = Listener.behaving(connection -> {})) {
            var client = new GuardedClient(
                    new Guard(host -> List.of(InetAddress.getLoopbackAddress())),
                    tls,
                    new Limits(Limits.STANDARD.connect(), Duration.ofSeconds(1), 10));
            var origin = "https://hooks.test:" + listener.port();
            assertThat(client.post(origin, new Policy(false, Set.of(origin)), Map.of(), new byte[0]))
                    .isInstanceOf(Outcome.Failed.class);
        }
    }

    private static Outcome post(SSLContext trust, String origin) {
        var client =
                new GuardedClient(new Guard(host -> List.of(InetAddress.getLoopbackAddress())), trust, Limits.STANDARD);
        return client.post(origin, new Policy(false, Set.of(origin)), Map.of(), new byte[0]);
    }

    private static Listener listener(List<String> names) throws Exception {
        var server = (SSLServerSocket)
                tls.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress());
        return Listener.behaving(server, connection -> {
            var session = (ExtendedSSLSession) ((SSLSocket) connection).getSession();
            session.getRequestedServerNames().forEach(name -> names.add(((SNIHostName) name).getAsciiName()));
            connection.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".getBytes(US_ASCII));
        });
    }

    private static SSLContext context(InputStream in) throws Exception {
        var keys = KeyStore.getInstance("PKCS12");
        keys.load(in, PASSWORD.toCharArray());
        var keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, PASSWORD.toCharArray());
        var trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("k", keys.getCertificate("k"));
        var trustManagers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trustManagers.init(trust);
        var context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
        return context;
    }
}
