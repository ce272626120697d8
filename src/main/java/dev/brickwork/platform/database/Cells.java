package dev.brickwork.platform.database;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/// One row of an array of rows (see [Columns#table]): texts, counted from 0, of which any may be NULL. PostgreSQL makes
/// and the driver reads them for much less than JSON.
public final class Cells {
    private final String[] texts;

    Cells(String[] texts) {
        this.texts = texts;
    }

    public String text(int at) {
        return maybeText(at).orElseThrow(() -> new IllegalStateException("NULL in cell " + at));
    }

    public Optional<String> maybeText(int at) {
        return Optional.ofNullable(texts[at]);
    }

    /// Of a column that not all rows have.
    public Optional<String> textBeyond(int at) {
        return at < texts.length ? maybeText(at) : Optional.empty();
    }

    public UUID uuid(int at) {
        return UUID.fromString(text(at));
    }

    public Optional<UUID> maybeUuid(int at) {
        return maybeText(at).map(UUID::fromString);
    }

    public long number(int at) {
        return Long.parseLong(text(at));
    }

    public BigDecimal decimal(int at) {
        return new BigDecimal(text(at));
    }

    /// As PostgreSQL writes it, which needs no parser for every other form.
    public LocalDate date(int at) {
        var text = text(at);
        return LocalDate.of(
                Integer.parseInt(text, 0, 4, 10), Integer.parseInt(text, 5, 7, 10), Integer.parseInt(text, 8, 10, 10));
    }

    public Instant instant(int at) {
        return Instant.parse(text(at));
    }
}
