package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.platform.database.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
class SettingsTest {
    @Test
    void nothingHasToBeSet() {
        var settings = Settings.of(Map.of());

        assertThat(settings.port()).isEqualTo(8080);
        assertThat(settings.isDatabaseEmbedded()).isTrue();
        assertThat(settings.isDemo()).isTrue();
        assertThat(settings.data()).isEqualTo(Path.of("./data"));
        assertThat(settings.requestsPerSecond()).isEqualTo(2_000);
        assertThat(settings.requestBurst()).isEqualTo(4_000);
        assertThat(settings.requestsInFlight()).isEqualTo(200);
        assertThat(settings.shutdownDelay()).isZero();
        assertThat(settings.listen()).isEqualTo("127.0.0.1");
    }

    @Test
    void aDatabaseOfItsOwnTurnsTheDemoOff() {
        var settings = Settings.of(Map.of("BRICKWORK_DATABASE_URL", "postgres://me:secret@db/bw"));

        assertThat(settings.isDatabaseEmbedded()).isFalse();
        assertThat(settings.isDemo()).isFalse();
        assertThat(settings.listen()).isEqualTo("0.0.0.0");
        assertThat(settings.shutdownDelay()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.areLocalWebhooksAllowed()).isFalse();
        assertThat(settings.migrationDatabase()).isEqualTo(settings.database());
        assertThat(settings.toString()).doesNotContain("secret");
    }

    /// `BRICKWORK_DEMO` would have no effect on an external database, so it is refused there.
    @Test
    void theDemoOfTheFirstStartIsForTheEmbeddedDatabase() {
        var values = Map.of("BRICKWORK_DATABASE_URL", "postgres://me@db/bw", "BRICKWORK_DEMO", "true");

        assertThatThrownBy(() -> Settings.of(values))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("`./brickwork demo` makes a demo seller on yours");
    }

    @Test
    void theEnvironmentStandsAboveTheFile(@TempDir Path folder) throws IOException {
        var file = folder.resolve("brickwork.properties");
        Files.writeString(file, "BRICKWORK_PORT=1\nBRICKWORK_POOL_SIZE = 20\n");

        var settings = Settings.read(Map.of("BRICKWORK_PORT", "2", "HOME", "/", "BRICKWORK_SERVICE_HOST", "x"), file);

        assertThat(settings.port()).isEqualTo(2);
        assertThat(settings.poolSize()).isEqualTo(20);
    }

    /// Operators should have to correct a configuration only once.
    @Test
    void allFaultsAreNamedAtOnce() {
        var values = Map.of(
                "BRICKWORK_PORT", "tcp://10.0.0.1:8080",
                "BRICKWORK_DEMO", "maybe",
                "BRICKWORK_LOG_LEVEL", "loud",
                "BRICKWORK_DATABASE_OWNER_URL", "mysql://me:hunter2@h/x",
                "BRICKWORK_SECRETS_KEY", "hunter2",
                "BRICKWORK_PROT", "1");

        assertThatThrownBy(() -> Settings.of(values))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(
                        "BRICKWORK_PORT is 'tcp://10.0.0.1:8080', but must be a whole number from 0 to 65535 (a")
                .hasMessageContaining("BRICKWORK_DEMO is 'maybe', but must be true or false.")
                .hasMessageContaining("BRICKWORK_LOG_LEVEL is 'loud', but must be one of error, warn, info, debug.")
                .hasMessageContaining("BRICKWORK_DATABASE_OWNER_URL is not an address such as postgres://")
                .hasMessageContaining("BRICKWORK_SECRETS_KEY is not 32 bytes in Base64")
                .hasMessageContaining("BRICKWORK_PROT is no setting")
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @CsvSource({
        "BRICKWORK_PORT,             0,                             true",
        "BRICKWORK_PORT,             65535,                         true",
        "BRICKWORK_PORT,             65536,                         false",
        "BRICKWORK_PORT,             -1,                            false",
        "BRICKWORK_PORT,             8080x,                         false",
        "BRICKWORK_POOL_SIZE,        1,                             false",
        "BRICKWORK_DEMO,             TRUE,                          true",
        "BRICKWORK_DEMO,             yes,                           false",
        "BRICKWORK_BASE_URL,         https://billing.example/app/,  true",
        "BRICKWORK_BASE_URL,         billing.example,               false",
        "BRICKWORK_BASE_URL,         https://billing.example:99999, false",
        "BRICKWORK_BASE_URL,         https://me:pw@billing.example, false",
        "BRICKWORK_SMTP_URL,         smtp://me:pw@mail:587,         true",
        "BRICKWORK_SMTP_URL,         smtps://me%40x:p%7Cw@mail/,    true",
        "BRICKWORK_SMTP_URL,         mail:587,                      false",
        "BRICKWORK_SMTP_URL,         smtp://mail:99999,             false",
        "BRICKWORK_SMTP_URL,         smtp://mail_1:25,              false",
        "BRICKWORK_SMTP_URL,         smtp://me:p|w@mail:587,        false",
        "BRICKWORK_SMTP_URL,         smtp://me:50%@mail:587,        false",
        "BRICKWORK_MAIL_FROM,        billing@example.com,           true",
        "BRICKWORK_MAIL_FROM,        billing,                       false",
        "BRICKWORK_WEBHOOK_HOSTS,    'https://a.lan, http://b:80',  true",
        "BRICKWORK_WEBHOOK_HOSTS,    a.lan,                         false",
        "BRICKWORK_OPERATOR_KEY,     secret,                        false",
        "BRICKWORK_JAVA_OPTIONS,     -Xmx1g,                        true",
        "BRICKWORK_DATABASE_OWNER_URL, postgres://o@h/x,            false",
    })
    void eachValueHasItsLimit(String name, String value, boolean isGood) {
        var values = Map.of(name, value);

        if (isGood) {
            assertThat(Settings.of(values)).isNotNull();
        } else {
            assertThatThrownBy(() -> Settings.of(values))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining(name);
        }
    }

    @Test
    void aTrailingSlashOfTheBaseUrlIsDropped() {
        assertThat(Settings.of(Map.of("BRICKWORK_BASE_URL", "https://x.example/"))
                        .baseUrl())
                .contains("https://x.example");
    }

    @Test
    void helpNamesEverySettingWithItsDefault() {
        assertThat(Settings.help())
                .contains("BRICKWORK_PORT", "Default: 8080. Limit: a whole number from 0 to 65535.")
                .contains("BRICKWORK_DATABASE_URL", "BRICKWORK_SHUTDOWN_DELAY_SECONDS", "BRICKWORK_JAVA_OPTIONS");
    }
}
