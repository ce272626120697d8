package dev.brickwork.delivery.mail.outgoing;

import dev.brickwork.delivery.mail.letters.Letter;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.telemetry.Traces;
import jakarta.mail.Address;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.jspecify.annotations.Nullable;

/// Sends over SMTP. Every wait has a limit, and a password only travels encrypted (on this machine it may travel
/// plain).
public final class SmtpServer implements MailRoute {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "::1", "[::1]");
    private static final int PORT_PLAIN = 25;
    private static final int PORT_TLS = 465;
    private static final int PERMANENT = 500;

    private final URI address;
    private final Session session;
    private final Traces traces;
    private final Optional<String> user;
    private final Optional<Secret> password;

    public SmtpServer(Secret url, Duration answerWithin, Traces traces) {
        this.traces = traces;
        this.address = URI.create(url.reveal());
        var login = Optional.ofNullable(address.getRawUserInfo()).map(info -> info.split(":", 2));
        this.user = login.map(parts -> decoded(parts[0]));
        this.password = login.filter(parts -> parts.length == 2).map(parts -> Secret.of(decoded(parts[1])));
        this.session = Session.getInstance(properties(answerWithin));
    }

    private Properties properties(Duration answerWithin) {
        var properties = new Properties();
        var isLocal = THIS_MACHINE.contains(address.getHost());
        put(properties, "host", address.getHost());
        put(properties, "port", String.valueOf(port()));
        put(properties, "connectiontimeout", String.valueOf(CONNECT_WITHIN.toMillis()));
        put(properties, "timeout", String.valueOf(answerWithin.toMillis()));
        put(properties, "writetimeout", String.valueOf(answerWithin.toMillis()));
        put(properties, "ssl.enable", String.valueOf(isEncrypted()));
        put(properties, "ssl.checkserveridentity", "true");
        put(properties, "starttls.enable", "true");
        put(properties, "starttls.required", String.valueOf(user.isPresent() && !isLocal && !isEncrypted()));
        put(properties, "auth", String.valueOf(user.isPresent()));
        put(properties, "sendpartial", "true");
        return properties;
    }

    private static void put(Properties properties, String name, String value) {
        properties.put("mail.smtp." + name, value);
    }

    private boolean isEncrypted() {
        return address.getScheme().equals("smtps");
    }

    private int port() {
        return address.getPort() > 0 ? address.getPort() : isEncrypted() ? PORT_TLS : PORT_PLAIN;
    }

    @Override
    public Trip open() {
        return new Connection();
    }

    /// Connects for the first message, and again when the server hung up.
    private final class Connection implements Trip {
        private Optional<Transport> transport = Optional.empty();

        @Override
        public Outcome send(Claimed message, List<MailAttachment> enclosures, BooleanSupplier isHeld) {
            var span = traces.call("mail")
                    .put("brickwork.seller_id", message.seller().value())
                    .put("brickwork.mail_id", message.id());
            return span.around(() -> {
                var outcome = sent(message, enclosures, isHeld);
                if (!(outcome instanceof Outcome.Accepted)) span.fail();
                return outcome;
            });
        }

        private Outcome sent(Claimed message, List<MailAttachment> enclosures, BooleanSupplier isHeld) {
            Transport connected;
            try {
                connected = connected();
            } catch (MessagingException away) {
                return new Outcome.Away(why(away));
            }
            Optional<MimeLetter> letter = Optional.empty();
            try {
                letter = Optional.of(MimeLetter.of(session, message, enclosures, isHeld));
                connected.sendMessage(letter.get(), addresses(message.pending()));
                return new Outcome.Accepted();
            } catch (SendFailedException refused) {
                return judged(refused, letter);
            } catch (MessagingException broken) {
                close();
                return letter.filter(MimeLetter::isHandedOver).isPresent()
                        ? new Outcome.Uncertain(why(broken))
                        : new Outcome.Later(why(broken));
            }
        }

        private Transport connected() throws MessagingException {
            if (transport.filter(Transport::isConnected).isPresent()) return transport.get();
            var fresh = session.getTransport("smtp");
            if (user.isPresent()) {
                fresh.connect(
                        address.getHost(),
                        port(),
                        user.get(),
                        password.map(Secret::reveal).orElse(""));
            } else {
                fresh.connect();
            }
            transport = Optional.of(fresh);
            return fresh;
        }

        /// The server answered: code 4xx is a no for now, 5xx a no for good, for all or for some of the recipients.
        private Outcome judged(SendFailedException refused, Optional<MimeLetter> letter) {
            var sent = refused.getValidSentAddresses();
            int code = code(refused);
            if (sent != null && sent.length > 0) return partly(refused);
            if (code < 0) { // The line went dead instead of an answer.
                close();
                return letter.filter(MimeLetter::isHandedOver).isPresent()
                        ? new Outcome.Uncertain(why(refused))
                        : new Outcome.Later(why(refused));
            }
            return code >= PERMANENT ? new Outcome.Refused(why(refused)) : new Outcome.Later(why(refused));
        }

        private static Outcome partly(SendFailedException failed) {
            return new Outcome.Partly(texts(failed.getValidUnsentAddresses()), why(failed));
        }

        @Override
        public void close() {
            transport.ifPresent(open -> {
                try {
                    open.close();
                } catch (MessagingException gone) {
                    // It is gone, which is what was wanted.
                }
            });
            transport = Optional.empty();
        }
    }

    /// The answer that decides: of the message itself, else the kindest of its recipients', because those that may
    /// be tried later keep the message alive.
    private static int code(SendFailedException failed) {
        var codes = new ArrayList<Integer>();
        for (Exception each = failed; each != null; each = next(each)) {
            if (each instanceof SMTPAddressFailedException address) codes.add(address.getReturnCode());
        }
        if (!codes.isEmpty()) return codes.stream().min(Integer::compare).orElseThrow();
        return failed instanceof SMTPSendFailedException whole ? whole.getReturnCode() : PERMANENT;
    }

    private static @Nullable Exception next(Exception failed) {
        return failed instanceof MessagingException messaging ? messaging.getNextException() : null;
    }

    private static Address[] addresses(List<String> pending) throws MessagingException {
        var all = new Address[pending.size()];
        for (int i = 0; i < all.length; i++) all[i] = new InternetAddress(pending.get(i));
        return all;
    }

    private static List<String> texts(Address @Nullable [] addresses) {
        if (addresses == null) return List.of();
        var texts = new ArrayList<String>();
        for (var address : addresses) {
            if (address instanceof InternetAddress internet) texts.add(internet.getAddress());
        }
        return List.copyOf(texts);
    }

    private static String why(Exception failed) {
        return Letter.oneLine(String.valueOf(failed.getMessage()));
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
