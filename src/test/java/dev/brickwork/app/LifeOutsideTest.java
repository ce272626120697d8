package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.integrations.accounting.BooksDouble;
import dev.brickwork.integrations.accounting.XeroBrain;
import dev.brickwork.platform.jobs.Loop;
import dev.brickwork.support.Property;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever happens to a subscription, after each step the outside books say what ours say: what each company owes,
/// what tax is due, and no more credit than there is.
@Tag("full")
@Tag("soak")
final class LifeOutsideTest {
    private static volatile XeroBrain xero = new XeroBrain();
    private static final BooksDouble DOUBLE = new BooksDouble(request -> xero.answer(request));

    @AutoClose
    private static final TestServer HOUSE = TestServer.own(DOUBLE.settings());

    @Test
    void theOutsideBooksFollowALife() {
        Property.holds(Property.cases(4, 300), LifeOutsideTest::lives);
    }

    /// A seed that failed once: credit of a note paid a part of an invoice, became free again when another invoice was
    /// voided, and paid more of the first one.
    @ParameterizedTest
    @ValueSource(longs = -546664517914017582L)
    void theOutsideBooksFollowALifeThatFailedOnce(long seed) {
        lives(new Random(seed));
    }

    @BeforeAll
    static void follow() {
        HOUSE.wiring().loops().forEach(Loop::start);
    }

    private static void lives(Random random) {
        xero = new XeroBrain();
        var story = new LifeStory(HOUSE, random, BooksDouble::connectXero);
        var outside = new LifeOutside(xero, story.seller());
        try {
            story.isLived(it -> {
                it.isBusy();
                assertThat(outside.wrong()).isEmpty();
            });
            assertThat(outside.wrong()).isEmpty();
        } catch (AssertionError broken) {
            throw new AssertionError("%s\n%s".formatted(broken.getMessage(), story), broken);
        }
    }
}
