package dev.brickwork.platform.audit;

import dev.brickwork.platform.audit.Block.Span;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.jobs.Loop;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Closes blocks of the audit and checks the chain.
public final class AuditChain {
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final int BLOCK_ROWS_MAX = 20_000;
    private static final int READ_BLOCKS_MAX = 500;
    private static final int FAULTS_MAX = 20;

    private final Database database;
    private final BlockStore blocks = new BlockStore();
    private final SignedAuditHeads heads;
    private final InstantSource realTime;

    public AuditChain(Database database, SignedAuditHeads heads, InstantSource realTime) {
        this.database = database;
        this.heads = heads;
        this.realTime = realTime;
    }

    public Loop loop() {
        return new Loop("audit-chain", EVERY, this::round);
    }

    /// Closes one block, and exports the head when its day has come. True when there may be more to close.
    boolean round() {
        boolean isMore = database.inTransaction(this::close);
        if (!isMore) {
            database.read(blocks::last)
                    .ifPresent(last -> heads.exportDaily(last.number(), last.hash(), realTime.instant()));
        }
        return isMore;
    }

    /// Only whole transactions that have ended, so that nothing can come into a block after it was closed.
    private boolean close(SqlSession tx) {
        if (!blocks.lock(tx)) return false;
        long ended = blocks.endedBelow(tx);
        var last = blocks.last(tx);
        var open = open(tx, last, ended);
        if (open.toTx() <= open.fromTx()) return false;
        var full = blocks.txOfRow(tx, open, BLOCK_ROWS_MAX);
        long to = full.isPresent() ? Math.max(full.getAsLong(), open.fromTx() + 1) : open.toTx();
        var span = new Span(open.fromTx(), to, open.epochAt());
        var rows = blocks.rows(tx, span, Optional.empty());
        if (rows.count() == 0 && full.isEmpty()) return false; // Nothing happened; the next block begins here too.
        blocks.insert(
                tx,
                Block.after(
                        last.map(Block::hash).orElse(Block.BEFORE_THE_FIRST),
                        last.map(Block::number).orElse(0L) + 1,
                        span,
                        rows));
        return full.isPresent();
    }

    /// From where the last block ends. Numbers that run backwards mean another server: a restored dump.
    private Span open(SqlSession tx, Optional<Block> last, long ended) {
        if (last.isEmpty()) return new Span(0, ended, Instant.EPOCH);
        if (ended >= last.get().toTx())
            return new Span(last.get().toTx(), ended, last.get().epochAt());
        return new Span(0, ended, blocks.closedAt(tx, last.get().number()));
    }

    /// The database was replaced by an older copy of itself: what was written of its end does not hold any more.
    public Optional<Path> setHeadsAside() {
        return heads.setAside(realTime.instant());
    }

    /// The key that signs them has changed.
    public void signHeadsAgain(SignedAuditHeads former) {
        heads.signAgain(former);
    }

    /// One sentence for each thing that is wrong.
    public List<String> verify(SqlSession tx) {
        var faults = new ArrayList<String>();
        Optional<Block> previous = Optional.empty();
        Optional<Instant> nextEpoch = Optional.empty();
        var page = blocks.after(tx, 0, READ_BLOCKS_MAX);
        while (!page.isEmpty() && faults.size() < FAULTS_MAX) {
            for (var block : page) {
                verifyLink(previous, block).ifPresent(faults::add);
                if (!isSameEpoch(previous, block)) nextEpoch = blocks.nextEpoch(tx, block);
                verifyRows(tx, block, nextEpoch).ifPresent(faults::add);
                previous = Optional.of(block);
            }
            page = blocks.after(tx, page.getLast().number(), READ_BLOCKS_MAX);
        }
        faults.addAll(heads.compare(
                blocks.seenAt(tx), number -> blocks.find(tx, number).map(Block::hash)));
        return List.copyOf(faults.subList(0, Math.min(FAULTS_MAX, faults.size())));
    }

    private static Optional<String> verifyLink(Optional<Block> previous, Block block) {
        long number = previous.map(Block::number).orElse(0L) + 1;
        if (block.number() != number) return Optional.of("block %d is missing".formatted(number));
        long from = isSameEpoch(previous, block) ? previous.map(Block::toTx).orElse(0L) : 0;
        if (block.fromTx() != from)
            return Optional.of("block %d does not begin where the one before it ends".formatted(number));
        return block.follows(previous.map(Block::hash).orElse(Block.BEFORE_THE_FIRST))
                ? Optional.empty()
                : Optional.of("block %d does not follow from the one before it".formatted(number));
    }

    private static boolean isSameEpoch(Optional<Block> previous, Block block) {
        return previous.filter(before -> before.epochAt().equals(block.epochAt()))
                .isPresent();
    }

    private Optional<String> verifyRows(SqlSession tx, Block block, Optional<Instant> until) {
        var rows = blocks.rows(tx, block.span(), until);
        if (rows.count() != block.rowCount()) {
            return Optional.of("block %d was closed over %d rows and has %d now"
                    .formatted(block.number(), block.rowCount(), rows.count()));
        }
        return Arrays.equals(rows.hash(), block.rowsHash())
                ? Optional.empty()
                : Optional.of("rows of block %d were changed".formatted(block.number()));
    }
}
