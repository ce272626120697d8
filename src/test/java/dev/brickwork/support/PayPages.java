package dev.brickwork.support;

import dev.brickwork.payments.PayPageLinks;
import dev.brickwork.payments.methods.ProcessorStore;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.security.SealedTokens;
import dev.brickwork.platform.security.SecretEncryption;
import java.nio.file.Path;
import java.util.Optional;

/// Links to payment pages for tests that build a part of the service themselves.
public final class PayPages {
    private PayPages() {}

    public static PayPageLinks of(Database database) {
        var encryption = new SecretEncryption(Optional.empty(), Path.of("target"));
        return new PayPageLinks(
                new ProcessorStore(encryption), new SealedTokens(encryption, database), "http://localhost");
    }
}
