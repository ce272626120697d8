package dev.brickwork.web.portal.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.support.Property;
import java.time.Instant;
import java.util.HashSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
final class FormTokenTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void aFormIsGoodForItsPageItsPurposeAndItsTime() {
        var page = PageToken.fresh();
        var token = FormToken.make(page, "sign 3", NOW);
        assertThat(FormToken.read(token, page, "sign 3", NOW)).isPresent();
        assertThat(FormToken.read(
                        token, page, "sign 3", NOW.plus(FormToken.LIFE).minusSeconds(1)))
                .isPresent();
        assertThat(FormToken.read(token, page, "sign 3", NOW.plus(FormToken.LIFE)))
                .isEmpty();
        assertThat(FormToken.read(token, page, "sign 4", NOW)).isEmpty();
        assertThat(FormToken.read(token, PageToken.fresh(), "sign 3", NOW)).isEmpty();
        assertThat(FormToken.read("", page, "sign 3", NOW)).isEmpty();
    }

    /// Whatever is changed in it, it is none of ours any more.
    @Test
    void aChangedFormIsNoForm() {
        Property.holds(1_000, random -> {
            var page = PageToken.fresh();
            var token = FormToken.make(page, "pay", NOW);
            int place = random.nextInt(token.length());
            var other = (char) ('0' + random.nextInt(10));
            if (token.charAt(place) == other) return;
            var changed = token.substring(0, place) + other + token.substring(place + 1);
            assertThat(FormToken.read(changed, page, "pay", NOW)).isEmpty();
        });
    }

    @Test
    void linksAreLongAndAllDifferent() {
        var seen = new HashSet<String>();
        for (int i = 0; i < 10_000; i++) seen.add(PageToken.fresh().text());
        assertThat(seen).hasSize(10_000).allMatch(text -> PageToken.parse(text).isPresent());
    }
}
