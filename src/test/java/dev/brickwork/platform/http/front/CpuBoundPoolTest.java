package dev.brickwork.platform.http.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Body;
import dev.brickwork.support.Await;
import dev.brickwork.support.InThread;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
class CpuBoundPoolTest {
    private static final Answer DONE = new Answer(200, Answer.JSON, new byte[0], Map.of());

    @Test
    void largeBodiesAreHeavyButForBatchesAndFiles() {
        assertThat(CpuBoundPool.isLarge(Body.Kind.JSON, body(4096))).isFalse();
        assertThat(CpuBoundPool.isLarge(Body.Kind.JSON, body(4097))).isTrue();
        assertThat(CpuBoundPool.isLarge(Body.Kind.JSON_OR_FORM, body(4097))).isTrue();
        assertThat(CpuBoundPool.isLarge(Body.Kind.RAW, body(1_000_000))).isFalse();
    }

    private static Body body(int bytes) {
        return new Body(JsonNodeFactory.instance.objectNode(), new byte[bytes]);
    }

    @Test
    void itRunsOnAThreadOfTheOperatingSystemAndFailsAsItIs() {
        var work = new CpuBoundPool(1);
        assertThat(work.answer(() -> {
                    assertThat(Thread.currentThread().isVirtual()).isFalse();
                    return DONE;
                }))
                .isSameAs(DONE);
        var refusal = Refusal.badRequest("no");
        assertThatThrownBy(() -> work.answer(() -> {
                    throw refusal;
                }))
                .isSameAs(refusal);
    }

    /// A thread that waited for another one of its own pool might wait for itself.
    @Test
    void whatRunsThereStaysThere() {
        var work = new CpuBoundPool(1);
        assertThat(work.answer(() -> work.answer(() -> DONE))).isSameAs(DONE);
    }

    /// One works, sixty-four wait, the next one is sent away at once.
    @Test
    void tooManyAreSentAway() {
        var work = new CpuBoundPool(1);
        var isOver = new CountDownLatch(1);
        var sentAway = new AtomicInteger();
        var all = new ArrayList<CompletableFuture<Answer>>();
        for (int i = 0; i < 68; i++) {
            var answer = InThread.run(() -> work.answer(() -> until(isOver)));
            all.add(answer.whenComplete((given, _) -> {
                if (given.status() == 503) sentAway.incrementAndGet();
            }));
        }
        Await.until("three are sent away", () -> sentAway.get() == 3);
        isOver.countDown();
        assertThat(all).filteredOn(answer -> answer.join().status() == 200).hasSize(65);
    }

    /// A deadline that passes ends the wait, and the work with it.
    @Test
    void anInterruptEndsIt() throws InterruptedException {
        var work = new CpuBoundPool(1);
        var isBegun = new CountDownLatch(1);
        var isEnded = new CountDownLatch(1);
        var waiting = Thread.startVirtualThread(() -> assertThatThrownBy(() -> work.answer(() -> {
                    isBegun.countDown();
                    try {
                        return until(new CountDownLatch(1));
                    } finally {
                        isEnded.countDown();
                    }
                }))
                .hasCauseInstanceOf(InterruptedException.class));
        isBegun.await();
        waiting.interrupt();
        waiting.join();
        isEnded.await();
    }

    private static Answer until(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
        return DONE;
    }
}
