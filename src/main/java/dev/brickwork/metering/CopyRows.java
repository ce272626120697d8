package dev.brickwork.metering;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/// Rows in the binary form of COPY: the server reads numbers and times without parsing text.
final class CopyRows {
    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};
    private static final long POSTGRES_EPOCH_SECONDS = 946_684_800; // 2000-01-01
    private static final int NUMERIC_BASE = 10_000;
    private static final int NUMERIC_BASE_DIGITS = 4;
    private static final int NEGATIVE = 0x4000;

    private byte[] bytes;
    private int length;

    CopyRows(int rows) {
        bytes = new byte[64 + rows * 192];
        room(SIGNATURE.length);
        System.arraycopy(SIGNATURE, 0, bytes, 0, SIGNATURE.length);
        length = SIGNATURE.length;
        putInt(0);
        putInt(0);
    }

    void begin(int columns) {
        putShort(columns);
    }

    void put(UUID id) {
        putInt(16);
        putLong(id.getMostSignificantBits());
        putLong(id.getLeastSignificantBits());
    }

    void put(Instant moment) {
        putInt(8);
        putLong((moment.getEpochSecond() - POSTGRES_EPOCH_SECONDS) * 1_000_000 + moment.getNano() / 1000);
    }

    void put(Optional<String> text) {
        if (text.isEmpty()) {
            putInt(-1);
            return;
        }
        var encoded = text.get().getBytes(StandardCharsets.UTF_8);
        putInt(encoded.length);
        room(encoded.length);
        System.arraycopy(encoded, 0, bytes, length, encoded.length);
        length += encoded.length;
    }

    /// Digits to the base 10,000, grouped around the decimal point.
    void put(BigDecimal value) {
        int scale = Math.max(0, value.scale());
        var digits = value.abs()
                .setScale(scale, RoundingMode.UNNECESSARY)
                .unscaledValue()
                .toString();
        int padRight = (NUMERIC_BASE_DIGITS - scale % NUMERIC_BASE_DIGITS) % NUMERIC_BASE_DIGITS;
        int fractionGroups = (scale + padRight) / NUMERIC_BASE_DIGITS;
        int groups = Math.ceilDiv(digits.length() + padRight, NUMERIC_BASE_DIGITS);
        int padLeft = groups * NUMERIC_BASE_DIGITS - digits.length() - padRight;
        int at = length;
        putInt(0);
        putShort(0);
        putShort(0);
        putShort(value.signum() < 0 ? NEGATIVE : 0);
        putShort(scale);
        int first = -1;
        int last = -1;
        int begin = length;
        for (int i = 0; i < groups; i++) {
            int group = group(digits, i * NUMERIC_BASE_DIGITS - padLeft);
            if (first < 0 && group == 0) continue;
            if (first < 0) first = i;
            putShort(group);
            if (group != 0) last = i;
        }
        int kept = first < 0 ? 0 : last - first + 1;
        length = begin + kept * 2; // Trailing groups of zeros are not sent.
        int end = length;
        length = at;
        putInt(end - at - 4);
        putShort(kept);
        putShort(first < 0 ? 0 : groups - fractionGroups - 1 - first);
        length = end;
    }

    private static int group(String digits, int from) {
        int group = 0;
        for (int i = from; i < from + NUMERIC_BASE_DIGITS; i++) {
            group = group * 10 + (i < 0 || i >= digits.length() ? 0 : digits.charAt(i) - '0');
        }
        if (group >= NUMERIC_BASE) throw new IllegalStateException("no digit in " + digits);
        return group;
    }

    byte[] end() {
        putShort(-1);
        return bytes;
    }

    int length() {
        return length;
    }

    private void putShort(int value) {
        room(2);
        bytes[length++] = (byte) (value >> 8);
        bytes[length++] = (byte) value;
    }

    private void putInt(int value) {
        putShort(value >> 16);
        putShort(value);
    }

    private void putLong(long value) {
        putInt((int) (value >> 32));
        putInt((int) value);
    }

    private void room(int more) {
        if (length + more > bytes.length) bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
}
