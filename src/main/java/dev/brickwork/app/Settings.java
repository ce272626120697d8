package dev.brickwork.app;

import dev.brickwork.platform.Secret;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.platform.http.front.RequestPipeline;
import dev.brickwork.platform.security.SecretEncryption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/// Every configuration value. They come from environment variables and, where a variable is not set, from
/// `brickwork.properties` in the working directory, under the same names. The launcher works in its own folder.
public record Settings(
        int port,
        String listen,
        Optional<String> baseUrl,
        Path data,
        Optional<DatabaseAddress> database,
        Optional<DatabaseAddress> databaseOwner,
        int poolSize,
        boolean isUnsafeDatabaseAllowed,
        Optional<Secret> operatorKey,
        boolean isDemo,
        boolean isSweeping,
        Optional<Secret> smtpUrl,
        String mailSender,
        Optional<Secret> sealKey,
        Optional<Secret> formerSealKey,
        Optional<String> stripeUrl,
        Optional<String> quickBooksUrl,
        Optional<String> xeroUrl,
        Optional<String> accountingTokensUrl,
        boolean areLocalWebhooksAllowed,
        Set<String> webhookHosts,
        int requestsPerSecond,
        int requestBurst,
        int requestsInFlight,
        int requestsInFlightTotal,
        int regenerationsPerSecond,
        int keyFailuresPerMinute,
        int couponMissesPerHour,
        Duration requestTime,
        int pageViewsPerMinute,
        int consoleViewsPerMinute,
        Set<String> trustedProxies,
        Optional<Secret> scannerSecret,
        boolean areMetricsPublic,
        Optional<String> tracesUrl,
        LogLevel logLevel,
        Duration shutdownDelay) {

    private static final String PROPERTIES_FILE = "brickwork.properties";

    public enum LogLevel {
        ERROR,
        WARN,
        INFO,
        DEBUG
    }

    /// Reads the settings of this process from the environment and the properties file. Throws one [StartRefused]
    /// that names every fault.
    public static Settings read() {
        return read(System.getenv(), Path.of(PROPERTIES_FILE));
    }

    static Settings read(Map<String, String> environment, Path propertiesFile) {
        var file = properties(propertiesFile);
        var values = new TreeMap<>(file);
        environment.forEach((name, value) -> {
            if (SettingTable.isOurs(name)) values.put(name, value);
        });
        return of(values);
    }

    /// For tests and for embedding: exactly these values, whatever the environment says.
    public static Settings of(Map<String, String> values) {
        var table = new SettingTable(values);
        var settings = fill(table);
        var faults = table.faults();
        if (faults.isEmpty()) return settings;
        throw new StartRefused(String.join(System.lineSeparator(), faults));
    }

    /// The text of `help settings`, made from the very calls that read them.
    public static String help() {
        var table = new SettingTable(Map.of());
        fill(table);
        return table.help();
    }

    /// How much one client, and all of them together, may ask for.
    public RequestPipeline.Limits frontLimits() {
        return new RequestPipeline.Limits(
                requestsPerSecond,
                requestBurst,
                requestsInFlight,
                regenerationsPerSecond,
                keyFailuresPerMinute,
                requestsInFlightTotal,
                requestTime);
    }

    /// Keeps the credentials of other services.
    public SecretEncryption seal() {
        return new SecretEncryption(sealKey, data);
    }

    /// Opens what was sealed before the key changed.
    public Optional<SecretEncryption> formerSeal() {
        return formerSealKey.map(key -> new SecretEncryption(Optional.of(key), data));
    }

    /// Whether PostgreSQL is ours to start and stop.
    public boolean isDatabaseEmbedded() {
        return database.isEmpty();
    }

    /// Where migrations log in: as the owner of the tables, when that is another role than the service's own.
    public Optional<DatabaseAddress> migrationDatabase() {
        return databaseOwner.or(() -> database);
    }

    private static Settings fill(SettingTable table) {
        var isEmbedded = table.isUnset("BRICKWORK_DATABASE_URL");
        return new Settings(
                table.number(
                        "BRICKWORK_PORT",
                        8080,
                        0,
                        SettingTable.PORT_MAX,
                        "The port that the service listens on; 0 takes any free one."),
                table.text(
                        "BRICKWORK_LISTEN",
                        isEmbedded ? "127.0.0.1" : "0.0.0.0",
                        "[0-9A-Za-z.:_-]+",
                        "an address or a name of this machine, such as 127.0.0.1, 10.0.0.7 or ::1; 0.0.0.0 for all",
                        "The address that the service listens on; unset: on the embedded database this machine alone can reach it, on another all addresses do."),
                table.address(
                        "BRICKWORK_BASE_URL",
                        List.of("http", "https"),
                        "The public address of this service, used in links and mails; unset: http://localhost and the port."),
                table.folder(
                        "BRICKWORK_DATA",
                        "./data",
                        "The folder of the embedded database, of stored mails and of other files."),
                table.database(
                        "BRICKWORK_DATABASE_URL",
                        "A PostgreSQL 15 or newer: jdbc:postgresql://host/name?user=..&password=.. or postgres://user:password@host/name; unset: one is embedded and keeps its data in BRICKWORK_DATA."),
                owner(table, isEmbedded),
                table.number(
                        "BRICKWORK_POOL_SIZE",
                        10,
                        2,
                        100,
                        "Database connections for writing, and as many again for reading; work behind the requests holds at most half of each, the requests of one seller at most three quarters."),
                table.flag(
                        "BRICKWORK_ALLOW_UNSAFE_DATABASE",
                        false,
                        "Accept a database that may lose committed changes (fsync, full_page_writes or synchronous_commit off). For tests only."),
                table.secret(
                        "BRICKWORK_OPERATOR_KEY",
                        "bk_(live|test)_[0-9A-Za-z]{61}",
                        "a key as `./brickwork key` makes them",
                        "The key that creates sellers; unset: one is made at the first start and printed once."),
                demo(table, isEmbedded),
                table.flag(
                        "BRICKWORK_SWEEPS",
                        true,
                        "Do by itself what comes due: issue, renew, charge, remind, and each hour check the invariants and purge what is old. Off only after a restore, until all is compared."),
                table.server(
                        "BRICKWORK_SMTP_URL",
                        List.of("smtp", "smtps"),
                        "an address such as smtp://user:password@host:587 or smtps://user:password@host:465 (in a password, %40 for @ and the like)",
                        "The mail server; unset: mails are written as .eml files into BRICKWORK_DATA/mail."),
                table.text(
                        "BRICKWORK_MAIL_FROM",
                        "billing@localhost",
                        "[^\\s@<>]+@[^\\s@<>]+",
                        "an e-mail address",
                        "The sender of mails, where a seller has set none."),
                table.secret(
                        "BRICKWORK_SECRETS_KEY",
                        "[A-Za-z0-9+/]{43}=",
                        "32 bytes in Base64, as `openssl rand -base64 32` makes them",
                        "Encrypts the credentials of processors and other services in the database; unset: one is made in BRICKWORK_DATA. Set it where several processes share a database."),
                table.secret(
                        "BRICKWORK_FORMER_SECRETS_KEY",
                        "[A-Za-z0-9+/]{43}=",
                        "32 bytes in Base64",
                        "The key before BRICKWORK_SECRETS_KEY, for `./brickwork rekey` alone."),
                table.address(
                        "BRICKWORK_STRIPE_URL",
                        List.of("http", "https"),
                        "Where Stripe is reached; unset: Stripe itself. For tests against a double."),
                table.address(
                        "BRICKWORK_QUICKBOOKS_URL",
                        List.of("http", "https"),
                        "Where QuickBooks Online is reached; unset: the service itself. Its sandbox has another address."),
                table.address(
                        "BRICKWORK_XERO_URL",
                        List.of("http", "https"),
                        "Where Xero is reached; unset: the service itself. For tests against a double."),
                table.address(
                        "BRICKWORK_ACCOUNTING_TOKENS_URL",
                        List.of("http", "https"),
                        "Where tokens of QuickBooks Online and Xero are renewed; unset: at each service itself. For tests against a double."),
                table.flag(
                        "BRICKWORK_ALLOW_LOCAL_WEBHOOKS",
                        isEmbedded,
                        "Let test sellers send webhooks by plain http to this machine; unset: only on the embedded database."),
                table.list(
                        "BRICKWORK_WEBHOOK_HOSTS",
                        "https?://[^\\s/]+",
                        "addresses such as https://hooks.lan:9443, separated by commas",
                        "Private hosts that may receive webhooks; unset: none."),
                table.number("BRICKWORK_RATE_PER_SECOND", 2_000, 1, 1_000_000, "Requests per second and API key."),
                table.number(
                        "BRICKWORK_RATE_BURST",
                        4_000,
                        1,
                        1_000_000,
                        "Requests that a rested API key may send at once."),
                table.number(
                        "BRICKWORK_IN_FLIGHT", 200, 1, 100_000, "Requests of one API key that run at the same time."),
                table.number(
                        "BRICKWORK_IN_FLIGHT_TOTAL",
                        1_000,
                        1,
                        100_000,
                        "Requests of all keys that run at the same time, reads and writes apart; more are shed with 503."),
                table.number(
                        "BRICKWORK_REGENERATIONS_PER_SECOND",
                        20,
                        1,
                        1_000_000,
                        "Invoices that one seller may regenerate in a second, since each is printed anew; more get 429."),
                table.number(
                        "BRICKWORK_KEY_FAILURES_PER_MINUTE",
                        20,
                        1,
                        1_000_000,
                        "Requests with a wrong key that one address may send in a minute; then they get 429. Right keys are not affected."),
                table.number(
                        "BRICKWORK_COUPON_MISSES_PER_HOUR",
                        30,
                        1,
                        1_000_000,
                        "Coupon codes that do not exist which a live seller may send in an hour; then none is looked up for a while."),
                Duration.ofSeconds(
                        table.number(
                                "BRICKWORK_REQUEST_SECONDS",
                                30,
                                1,
                                600,
                                "How long one request may take, its body included, before it is cut off with 503; twice as long where it waits for others, such as a payment processor. Moving a test clock takes its time.")),
                table.number(
                        "BRICKWORK_PAGE_VIEWS_PER_MINUTE",
                        60,
                        1,
                        10_000_000,
                        "Public pages (payment, checkout, signing, portal) that one network address may ask for in a minute."),
                table.number(
                        "BRICKWORK_CONSOLE_VIEWS_PER_MINUTE",
                        300,
                        1,
                        10_000_000,
                        "Pages and forms of the console that one network address may ask for in a minute, signed in or not."),
                table.list(
                        "BRICKWORK_TRUSTED_PROXIES",
                        "((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}|[0-9a-fA-F:]{2,39}",
                        "network addresses such as 10.0.0.1, separated by commas",
                        "Proxies in front of this service whose X-Forwarded-For is believed; unset: none."),
                table.secret(
                        "BRICKWORK_SCANNER_SECRET",
                        "whsec_[A-Za-z0-9+/]{24,}={0,2}",
                        "whsec_ and at least 18 bytes in Base64",
                        "Signs the reports of secret scanners to /leaked-keys, which revoke test keys and mark live ones; unset: there is no such page."),
                table.flag(
                        "BRICKWORK_METRICS_PUBLIC",
                        false,
                        "Serve /metrics to everybody; otherwise only to this machine."),
                table.address(
                        "BRICKWORK_TRACES_URL",
                        List.of("http", "https"),
                        "A collector of traces that speaks OTLP over HTTP, such as http://localhost:4318; spans go to /v1/traces there. Unset: none are made."),
                table.choice("BRICKWORK_LOG_LEVEL", LogLevel.INFO, LogLevel.values(), "How much is logged."),
                Duration.ofSeconds(
                        table.number(
                                "BRICKWORK_SHUTDOWN_DELAY_SECONDS",
                                isEmbedded ? 0 : 5,
                                0,
                                60,
                                "How long a stopping service still accepts requests, so that load balancers notice; unset: 5, and 0 on the embedded database, where no other process can take them.")));
    }

    private static Optional<DatabaseAddress> owner(SettingTable table, boolean isEmbedded) {
        var owner = table.database(
                "BRICKWORK_DATABASE_OWNER_URL",
                "The same database under the role that owns the tables, for migrations; unset: BRICKWORK_DATABASE_URL.");
        if (isEmbedded && owner.isPresent()) {
            table.fault("BRICKWORK_DATABASE_OWNER_URL is set without BRICKWORK_DATABASE_URL: set both or none.");
        }
        return owner;
    }

    private static boolean demo(SettingTable table, boolean isEmbedded) {
        boolean isDemo = table.flag(
                "BRICKWORK_DEMO",
                isEmbedded,
                "Give the seller that the first start makes on the embedded database a year of history.");
        if (isDemo && !isEmbedded) {
            table.fault(
                    "BRICKWORK_DEMO is for the embedded database: `./brickwork demo` makes a demo seller on yours.");
        }
        return isDemo;
    }

    private static Map<String, String> properties(Path file) {
        var found = new TreeMap<String, String>();
        if (!Files.exists(file)) return found;
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException broken) {
            throw new StartRefused("The file %s cannot be read (%s).".formatted(file, broken.getMessage()), broken);
        } catch (UncheckedIOException broken) {
            throw new StartRefused("The file %s cannot be read.".formatted(file), broken);
        }
        for (var name : properties.stringPropertyNames()) found.put(name, properties.getProperty(name));
        return found;
    }
}
