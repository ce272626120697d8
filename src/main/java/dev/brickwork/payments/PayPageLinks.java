package dev.brickwork.payments;

import dev.brickwork.payments.methods.ProcessorStore;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.security.SealedTokens;
import java.util.Optional;
import java.util.function.Function;

/// Links to the payment pages of invoices, for papers and mails. A seller without a processor that takes payments has
/// none.
public final class PayPageLinks {
    private final ProcessorStore processors;
    private final SealedTokens tokens;
    private final String baseUrl;

    public PayPageLinks(ProcessorStore processors, SealedTokens tokens, String baseUrl) {
        this.processors = processors;
        this.tokens = tokens;
        this.baseUrl = baseUrl;
    }

    /// Turns stored tokens of one seller's invoices into links; empty where the seller takes no payments.
    public Function<String, Optional<String>> of(SqlSession tx, SellerId seller) {
        boolean isTaking = processors.isTakingPayments(tx, seller);
        return token -> isTaking ? Optional.of(baseUrl + "/pay/" + tokens.shown(token)) : Optional.empty();
    }

    public Optional<String> of(SqlSession tx, SellerId seller, String token) {
        return of(tx, seller).apply(token);
    }
}
