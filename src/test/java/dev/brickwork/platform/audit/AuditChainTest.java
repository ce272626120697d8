package dev.brickwork.platform.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.support.Await;
import dev.brickwork.support.Property;
import dev.brickwork.support.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that every change of the audit is found.
@Tag("verify")
@Tag("full")
@Tag("soak")
class AuditChainTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private static final Database DATABASE = HOUSE.database();
    private static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

    /// Changes that an insider may make; `%s` is the condition that picks one row.
    private static final List<String> TAMPERINGS = List.of(
            "UPDATE audit SET actor = actor || 'x' %s",
            "UPDATE audit SET request_id = 'forged' %s",
            "UPDATE audit SET object_id = object_id || '0' %s",
            "UPDATE audit SET kind = 'nothing' %s",
            "UPDATE audit SET at = at + interval '1 microsecond' %s",
            "UPDATE audit SET business_at = coalesce(business_at, now()) - interval '1 day' %s",
            "UPDATE audit SET after = coalesce(after, '{}') || '{\"forged\": 1}' %s",
            "UPDATE audit SET before = coalesce(before, '{}') || '{\"forged\": 1}' %s",
            "UPDATE audit SET operation = CASE operation WHEN 'DELETE' THEN 'INSERT' ELSE 'DELETE' END %s",
            "UPDATE audit SET reason = coalesce(reason, '') || 'because' %s",
            "UPDATE audit SET seller_id = gen_random_uuid() %s",
            "UPDATE audit SET id = gen_random_uuid() %s",
            "UPDATE audit SET tx = tx + 1000000 %s",
            "UPDATE audit SET tx = tx - 1 %s",
            "DELETE FROM audit %s",
            "INSERT INTO audit (seller_id, at, tx, actor, request_id, kind, object_id, operation) "
                    + "SELECT seller_id, at, tx, 'forger', request_id, kind, object_id, operation FROM audit %s");

    private static final List<String> BLOCK_TAMPERINGS = List.of(
            "DELETE FROM audit_block WHERE number = %d",
            "UPDATE audit_block SET hash = sha256(hash) WHERE number = %d",
            "UPDATE audit_block SET rows_hash = sha256(rows_hash) WHERE number = %d",
            "UPDATE audit_block SET row_count = row_count + 1 WHERE number = %d",
            "UPDATE audit_block SET from_tx = from_tx - 1 WHERE number = %d",
            "UPDATE audit_block SET to_tx = to_tx + 1 WHERE number = %d");

    private static AuditChain chain(Path folder) {
        return new AuditChain(
                DATABASE,
                new SignedAuditHeads(folder, new SecretEncryption(Optional.of(Secret.of(KEY)), folder)),
                InstantSource.system());
    }

    /// Some business, closed into several blocks.
    private static void someBlocks(AuditChain chain) {
        var seller = HOUSE.seller();
        for (int block = 0; block < 4; block++) {
            for (int i = 0; i < 5; i++) {
                var id = seller.post("/customers", "{\"name\": \"C%d-%d\"}".formatted(block, i))
                        .is(200)
                        .text("customer_id");
                seller.patch("/customers/" + id, "{\"legal_name\": \"Legal\"}").is(200);
            }
            closeAll(chain);
        }
    }

    private static List<String> verdict(AuditChain chain) {
        return DATABASE.read(chain::verify);
    }

    @Test
    void anUntouchedChainHoldsAndEveryTamperingIsFound(@TempDir Path folder) {
        var chain = chain(folder);
        someBlocks(chain);
        assertThat(verdict(chain)).isEmpty();
        Property.holds(
                Property.cases(15, 1_000),
                random -> assertThat(found(chain, random)).isNotEmpty());
        assertThat(verdict(chain)).as("the tamperings were rolled back").isEmpty();
    }

    private static final class Undone extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// One tampering as the owner of the tables, what the check says of it, and back.
    private static List<String> found(AuditChain chain, Random random) {
        return tampered(chain, tx -> tamper(tx, random));
    }

    /// They do not stop who owns the tables.
    private static void withoutTriggers(SqlSession tx) {
        tx.handle().execute("ALTER TABLE audit DISABLE TRIGGER USER");
        tx.handle().execute("ALTER TABLE audit_block DISABLE TRIGGER USER");
    }

    private static void tamper(SqlSession tx, Random random) {
        long blocks = tx.handle()
                .select("SELECT max(number) FROM audit_block")
                .mapTo(Long.class)
                .one();
        int which = random.nextInt(TAMPERINGS.size() + 2);
        if (which >= TAMPERINGS.size()) {
            var statement = BLOCK_TAMPERINGS.get(random.nextInt(BLOCK_TAMPERINGS.size()));
            // The last block alone may go unseen by the chain; that is what the exported heads are for.
            tx.handle().execute(statement.formatted(1 + random.nextLong(blocks - 1)));
            return;
        }
        var rows = tx.handle()
                .select("SELECT id::text FROM audit WHERE tx < (SELECT max(to_tx) FROM audit_block) ORDER BY id")
                .mapTo(String.class)
                .list();
        var row = "WHERE id = '%s'".formatted(rows.get(random.nextInt(rows.size())));
        assertThat(tx.handle().execute(TAMPERINGS.get(which).formatted(row))).isEqualTo(1);
    }

    @Test
    void exportedHeadsShowATruncatedAndARewrittenChain(@TempDir Path folder) throws Exception {
        var chain = chain(folder);
        someBlocks(chain);
        var head = folder.resolve("audit-heads");
        assertThat(Files.readAllLines(head)).hasSize(1);
        long exported = newest();
        new SignedAuditHeads(folder, new SecretEncryption(Optional.of(Secret.of(KEY)), folder))
                .export(exported, hash(exported), Instant.now().minus(Duration.ofDays(2)));
        closeAll(chain);
        assertThat(verdict(chain)).isEmpty();
        // The service closes blocks of its own meanwhile: they are cut off too.
        assertThat(afterwards(chain, "DELETE FROM audit_block WHERE number >= " + exported))
                .anyMatch(fault -> fault.contains("the chain ends before block"));
        Files.writeString(
                head, Files.readString(head).replaceFirst("Z [0-9]+ ", "Z 1 "), StandardOpenOption.TRUNCATE_EXISTING);
        assertThat(verdict(chain)).anyMatch(fault -> fault.contains("is not one that was written there"));
    }

    /// A check of a large database takes minutes, and the service goes on meanwhile.
    @Test
    void aHeadThatWasWrittenDuringALookAtTheChainIsNotMissed(@TempDir Path folder) {
        var chain = chain(folder);
        someBlocks(chain);
        var faults = HOUSE.database().inspect(tx -> {
            assertThat(chain.verify(tx)).isEmpty();
            someBlocks(chain);
            new SignedAuditHeads(folder, new SecretEncryption(Optional.of(Secret.of(KEY)), folder))
                    .export(newest(), hash(newest()), Instant.now());
            return chain.verify(tx);
        });
        assertThat(faults).isEmpty();
    }

    /// Heads are signed with the new key; but a line that the former key has not signed does not become valid by
    /// it.
    @Test
    void headsAreSignedAgain(@TempDir Path folder) throws Exception {
        var former = new SignedAuditHeads(folder, new SecretEncryption(Optional.of(Secret.of(KEY)), folder));
        var fresh = new SignedAuditHeads(folder, new SecretEncryption(Optional.empty(), folder));
        var hash = new byte[] {1};
        former.export(1, hash, Instant.parse("2026-01-01T00:00:00Z"));
        former.export(2, hash, Instant.parse("2026-01-02T00:00:00Z"));
        fresh.signAgain(former);
        fresh.signAgain(former);
        assertThat(fresh.compare(Instant.now(), _ -> Optional.of(hash))).isEmpty();
        assertThat(former.compare(Instant.now(), _ -> Optional.of(hash))).hasSize(2);

        var file = folder.resolve("audit-heads");
        Files.writeString(file, "2026-01-03T00:00:00Z 3 01 forged\nodd\n", StandardOpenOption.APPEND);
        fresh.signAgain(former);
        assertThat(fresh.compare(Instant.now(), _ -> Optional.of(hash))).hasSize(2);
    }

    /// A block that was made anew, so that it fits its rows and its number, is found by the hash in the one that
    /// follows.
    @Test
    void aBlockThatWasMadeAnewIsNotWhatTheNextOneFollows(@TempDir Path folder) {
        var chain = chain(folder);
        someBlocks(chain);
        var forged = newest() - 1;
        var found = tampered(chain, tx -> {
            var blocks = new BlockStore();
            var block = blocks.find(tx, forged).orElseThrow();
            var former = blocks.find(tx, forged - 1).orElseThrow();
            tx.handle()
                    .execute(
                            "UPDATE audit SET actor = 'forged' WHERE tx >= ? AND tx < ?", block.fromTx(), block.toTx());
            var rows = blocks.rows(tx, block.span(), Optional.empty());
            var anew = Block.after(former.hash(), forged, block.span(), rows);
            tx.handle()
                    .execute(
                            "UPDATE audit_block SET rows_hash = ?, hash = ? WHERE number = ?",
                            anew.rowsHash(),
                            anew.hash(),
                            forged);
        });
        assertThat(found).containsExactly("block %d does not follow from the one before it".formatted(forged + 1));
    }

    /// All of the chain but its head, which is written down outside.
    @Test
    void aChainThatWasMadeAnewToItsEndIsNotTheOneOfTheHead(@TempDir Path folder) {
        var chain = chain(folder);
        someBlocks(chain);
        var heads = new SignedAuditHeads(folder, new SecretEncryption(Optional.of(Secret.of(KEY)), folder));
        heads.export(newest(), new byte[32], Instant.now());
        assertThat(verdict(chain)).anyMatch(fault -> fault.contains("is not the one that was there at"));
    }

    /// A dump knows no count of transactions: where it is restored they begin far below the end of the last block.
    @Test
    void theChainGoesOnWhereTransactionsAreCountedFromTheStart(@TempDir Path folder) {
        var database = TestPostgres.database();
        var chain = new AuditChain(
                database,
                new SignedAuditHeads(folder, new SecretEncryption(Optional.empty(), folder)),
                InstantSource.system());
        record(database);
        database.inTransaction(tx -> {
            var blocks = new BlockStore();
            var ofTheOther = new Block.Span(0, blocks.endedBelow(tx) + 1_000_000, Instant.EPOCH);
            blocks.insert(
                    tx,
                    Block.after(Block.BEFORE_THE_FIRST, 1, ofTheOther, blocks.rows(tx, ofTheOther, Optional.empty())));
            return 0;
        });
        record(database);
        Await.until("the second block is closed", () -> {
            chain.round();
            return rowCounts(database).size() == 2;
        });
        assertThat(rowCounts(database)).containsExactly(1L, 1L);
        assertThat(database.read(chain::verify)).isEmpty();
    }

    private static void record(Database database) {
        database.inTransaction(tx -> tx.handle().execute("""
            INSERT INTO audit (seller_id, kind, object_id, operation) VALUES (gen_random_uuid(), 'thing', '-', 'INSERT')
            """));
    }

    private static List<Long> rowCounts(Database database) {
        return database.read(tx -> tx.handle()
                .select("SELECT row_count FROM audit_block ORDER BY number")
                .mapTo(Long.class)
                .list());
    }

    /// All rows of one transaction are in one block, however many, and the next block goes on behind it.
    @Test
    void oneTransactionWithMoreRowsThanABlockHoldsIsABlock(@TempDir Path folder) {
        var database = TestPostgres.database();
        var chain = new AuditChain(
                database,
                new SignedAuditHeads(folder, new SecretEncryption(Optional.empty(), folder)),
                InstantSource.system());
        database.inTransaction(tx -> tx.handle().execute("""
            INSERT INTO audit (seller_id, kind, object_id, operation)
            SELECT gen_random_uuid(), 'thing', '-', 'INSERT' FROM generate_series(1, 20001)
            """));
        record(database);
        Await.until(
                "all rows are in blocks",
                () -> !chain.round()
                        && rowCounts(database).stream()
                                        .mapToLong(Long::longValue)
                                        .sum()
                                == 20_002);
        assertThat(database.read(chain::verify)).isEmpty();
    }

    /// Each look goes through the blocks to their end: one for each of them would never be done with those of a year.
    @Test
    void theEndOfAnEpochIsLookedForOnce(@TempDir Path folder) {
        var chain = chain(folder);
        someBlocks(chain);
        var looks = new AtomicInteger();
        DATABASE.read(tx -> {
            tx.handle().setSqlLogger(new SqlLogger() {
                @Override
                public void logBeforeExecution(StatementContext context) {
                    if (context.getRawSql().contains("min(epoch_at)")) looks.incrementAndGet();
                }
            });
            return chain.verify(tx);
        });
        assertThat(looks).hasValue(1);
    }

    private static List<String> afterwards(AuditChain chain, String tampering) {
        return tampered(chain, tx -> tx.handle().execute(tampering));
    }

    private static List<String> tampered(AuditChain chain, Consumer<SqlSession> tampering) {
        var verdict = new java.util.ArrayList<String>();
        try {
            DATABASE.inTransaction(tx -> {
                withoutTriggers(tx);
                tampering.accept(tx);
                verdict.addAll(chain.verify(tx));
                throw new Undone();
            });
        } catch (Undone expected) {
            return verdict;
        }
        return verdict;
    }

    private static long newest() {
        return DATABASE.read(tx -> tx.handle()
                .select("SELECT max(number) FROM audit_block")
                .mapTo(Long.class)
                .one());
    }

    private static byte[] hash(long number) {
        return DATABASE.read(tx -> tx.handle()
                .select("SELECT hash FROM audit_block WHERE number = ?", number)
                .mapTo(byte[].class)
                .one());
    }

    /// While many write at once, several chainers close blocks: every row is in one, and all of it verifies.
    @Test
    void rowsOfRacingTransactionsAreAllChained(@TempDir Path folder) throws InterruptedException {
        var chain = chain(folder);
        var seller = HOUSE.seller();
        var writers = IntStream.range(0, 4)
                .mapToObj(i -> Thread.ofVirtual().start(() -> {
                    for (int n = 0; n < 30; n++)
                        seller.post("/customers", "{\"name\": \"R%d-%d\"}".formatted(i, n))
                                .is(200);
                }))
                .toList();
        while (writers.stream().anyMatch(Thread::isAlive)) chain.round();
        for (var writer : writers) writer.join();
        closeAll(chain);
        assertThat(unchained()).isZero();
        assertThat(verdict(chain)).isEmpty();
    }

    /// Closes blocks until no row is left. Open transactions anywhere on the server, in other tests too, delay
    /// that.
    private static void closeAll(AuditChain chain) {
        Await.until("all rows are in blocks", () -> !chain.round() && unchained() == 0);
    }

    private static long unchained() {
        return DATABASE.read(tx -> tx.handle()
                .select("SELECT (SELECT count(*) FROM audit) - (SELECT coalesce(sum(row_count), 0) FROM audit_block)")
                .mapTo(Long.class)
                .one());
    }
}
