package dev.brickwork.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.Tokens;
import dev.brickwork.platform.database.Database;
import dev.brickwork.support.TestPostgres;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The tokens of links as they are stored.
@Tag("fast")
final class SealedTokensTest {
    @AutoClose
    private static final Database DATABASE = TestPostgres.database();

    private static final SellerId ONE = new SellerId(new UUID(0, 1));
    private static final SellerId OTHER = new SellerId(new UUID(0, 2));

    private static SealedTokens sealedBy(String key) {
        var secret = Secret.of(Base64.getEncoder().encodeToString(key.repeat(32).getBytes(StandardCharsets.UTF_8)));
        return new SealedTokens(new SecretEncryption(Optional.of(secret), Path.of("target")), DATABASE);
    }

    @Test
    void aTokenComesBackAsItWasInEveryProcess() {
        var token = Tokens.fresh();
        var stored = sealedBy("a").stored(token);
        assertThat(stored).hasSize(65).startsWith("~").doesNotContain(token.substring(0, 8));
        assertThat(sealedBy("a").stored(token)).isEqualTo(stored);
        assertThat(sealedBy("a").shown(stored)).isEqualTo(token);
        assertThat(sealedBy("a").shown(token))
                .as("stored by an earlier release")
                .isEqualTo(token);
        assertThat(sealedBy("a").stored(Tokens.fresh())).isNotEqualTo(stored);
    }

    @Test
    void everyLinkOfATextIsHiddenAndNothingElse() {
        var tokens = sealedBy("a");
        var pay = Tokens.fresh();
        var form = Tokens.fresh();
        var text =
                "{\"a\":\"https://x/pay/%s\",\"b\":\"/files/%s\",\"c\":\"%s\",\"d\":\"/files/%s.%s\",\"e\":\"/pay/%s\"}"
                        .formatted(pay, form, pay.substring(1), form, pay, "_".repeat(43));
        var hidden = tokens.hidden(ONE, text);
        assertThat(hidden)
                .doesNotContain("/pay/" + pay, "/files/" + form + "\"")
                .contains(form + "." + pay);
        assertThat(tokens.revealed(ONE, hidden)).isEqualTo(text);
        assertThat(tokens.revealed(OTHER, hidden)).as("bound to the seller").isEqualTo(hidden);
        assertThat(tokens.revealed(ONE, "/pay/" + tokens.stored(pay)))
                .as("a column's text is none of a text")
                .isEqualTo("/pay/" + tokens.stored(pay));
    }

    /// The service goes on, with links that open nothing until they are rotated.
    @Test
    void aLostKeyIsReplaced() {
        var token = Tokens.fresh();
        var stored = sealedBy("a").stored(token);
        var later = sealedBy("b");
        assertThat(later.shown(stored)).isEqualTo(stored);
        assertThat(later.shown(later.stored(token))).isEqualTo(token);
        assertThat(sealedBy("b").shown(later.stored(token))).isEqualTo(token);
        assertThat(sealedBy("a").stored(token))
                .as("and again, for the tests beside")
                .startsWith("~");
    }
}
