package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.support.TestPostgres;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests how the command line is parsed. None of these commands may open a database.
@Tag("full")
final class MainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "help",
                "--help",
                "-h",
                "serve --help",
                "migrate -h",
                "key --help",
                "seller --help",
                "demo --help",
                "check --help",
                "backed-up --help",
                "restored --help",
                "retry --help"
            })
    void helpIsShownAndNothingIsDone(String line) {
        assertThat(run(line)).isZero();
        assertThat(said(out)).contains("./brickwork serve", "./brickwork help settings");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            frobnicate               | There is no command 'frobnicate'
            serve now                | 'serve' does not take 'now'
            migrate now              | 'migrate' does not take 'now'
            demo twice               | 'demo' does not take 'twice'
            backed-up yesterday      | 'backed-up' does not take 'yesterday'
            restored yesterday       | 'restored' does not take 'yesterday'
            retry all                | 'retry' does not take 'all'
            key one two              | 'key' does not take 'two'
            seller Acme live please  | 'seller' does not take 'please'
            help me                  | There is no help about 'me'
            bench get                | There is no command 'bench'
            """)
    void aSlipIsNamedAndNothingIsDone(String line, String sentence) {
        assertThat(run(line)).isEqualTo(2);
        assertThat(said(err)).startsWith(sentence);
        assertThat(said(out)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            Acme Live     | 'Live' is neither live nor test
            Acme Robotics | 'Robotics' is neither live nor test
            """)
    void aSellerIsMadeOnlyAsItIsMeant(String line, String sentence) {
        refusesSeller(List.of(line.split(" ")), sentence);
    }

    /// A process that failed at its start ends, though threads that it has begun live on.
    @Test
    void whateverComesUpEndsInAnExitCode() {
        var told = new PrintStream(err, true, StandardCharsets.UTF_8);
        int refused = Main.ended(
                () -> {
                    throw new StartRefused("Do this.");
                },
                told);
        assertThat(refused).isEqualTo(1);
        assertThat(said(err)).isEqualToIgnoringNewLines("Do this.");
        err.reset();

        int forbidden = Main.ended(
                () -> {
                    throw new IllegalStateException(new SQLException("ERROR: permission denied for table x", "42501"));
                },
                told);
        assertThat(forbidden).isEqualTo(1);
        assertThat(said(err))
                .contains("(ERROR: permission denied for table x): grant it")
                .doesNotContain("\tat ");
        err.reset();

        int broken = Main.ended(
                () -> {
                    throw new IllegalStateException("a defect");
                },
                told);
        assertThat(broken).isEqualTo(1);
        assertThat(said(err)).contains("a defect", "\tat ");
    }

    /// A standby answers, and so does a server that is set to be read alone.
    @Test
    void aDatabaseThatCannotBeWrittenIsToldFromOneThatIsAway() {
        var address = TestPostgres.fresh();
        TestPostgres.set(address, "default_transaction_read_only = on");
        var database = TestPostgres.open(address);

        int ended = Main.ended(
                () -> database.inTransaction(
                        tx -> tx.handle().execute("INSERT INTO backup (finished_at) VALUES (now())")),
                new PrintStream(err, true, StandardCharsets.UTF_8));

        assertThat(ended).isEqualTo(1);
        assertThat(said(err)).contains("cannot be written", "standby").doesNotContain("does not answer");
    }

    /// As after an upgrade of its package under a running server: it answers, and what it runs is broken.
    @Test
    void anErrorThatTheServerAnswersWithIsToldInItsOwnWords() throws SQLException {
        var address = TestPostgres.fresh();
        try (var connection = DriverManager.getConnection(
                        address.jdbcUrl(),
                        address.user().orElseThrow(),
                        address.password().orElseThrow());
                var statement = connection.createStatement()) {
            statement.execute("""
                    CREATE OR REPLACE FUNCTION serve(ours text) RETURNS void LANGUAGE plpgsql AS $$
                    BEGIN
                        RAISE EXCEPTION 'could not load library "plpgsql.so": undefined symbol' USING ERRCODE = '58P01';
                    END $$
                    """);
        }

        int ended = Main.ended(
                () -> {
                    Database.openToServe(address, new Database.Limits(1, true), "mark");
                    return 0;
                },
                stream(err));

        assertThat(ended).isEqualTo(1);
        assertThat(said(err))
                .contains("ERROR: could not load library \"plpgsql.so\": undefined symbol")
                .doesNotContain("does not answer", "\tat ");
    }

    @Test
    void theNameOfASellerHasALimit() {
        refusesSeller(List.of(), "Say the seller's name");
        refusesSeller(List.of(" "), "Say the seller's name");
        refusesSeller(List.of("x".repeat(256)), "Say the seller's name, in at most 255 characters");
    }

    @Test
    void aCheckThatDoesNotExistProvesNothing() {
        var invariants = new Invariants();
        invariants.register("I11 the audit chain is whole", _ -> List.of());
        Commands.requireInvariants(invariants, List.of());
        Commands.requireInvariants(invariants, List.of("audit"));
        assertThatThrownBy(() -> Commands.requireInvariants(invariants, List.of("audit", "adit")))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("No invariant has 'adit' in its name")
                .hasMessageContaining("I11 the audit chain is whole");
    }

    private void refusesSeller(List<String> words, String sentence) {
        assertThatThrownBy(() -> Commands.seller(Settings.of(Map.of()), words, stream(out)))
                .isInstanceOf(StartRefused.class)
                .hasMessageStartingWith(sentence);
    }

    private int run(String line) {
        return Main.run(List.of(line.split(" ")), stream(out), stream(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String said(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
