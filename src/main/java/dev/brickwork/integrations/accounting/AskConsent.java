package dev.brickwork.integrations.accounting;

import dev.brickwork.platform.Secret;
import dev.brickwork.platform.Tokens;
import dev.brickwork.platform.database.SqlSession;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;

/// Makes the address at which a person of the seller agrees that we keep its books there.
final class AskConsent {
    private final ConsentStore consents;
    private final Services services;
    private final URI returnTo;
    private final InstantSource realTime;

    AskConsent(ConsentStore consents, Services services, URI returnTo, InstantSource realTime) {
        this.consents = consents;
        this.services = services;
        this.returnTo = returnTo;
        this.realTime = realTime;
    }

    /// @param returnTo what has to be registered with the service as the address to come back to
    record Asked(URI url, URI returnTo, Instant expiresAt) {}

    Asked run(SqlSession tx, Consent consent) {
        var state = Secret.of(Tokens.fresh());
        var expiresAt = realTime.instant().plus(Consent.VALID);
        consents.save(tx, consent, state, expiresAt);
        return new Asked(services.oauth(consent).authorizeUrl(state.reveal(), returnTo), returnTo, expiresAt);
    }
}
