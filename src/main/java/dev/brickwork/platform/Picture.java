package dev.brickwork.platform;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A PNG or JPEG, known by its first bytes and its size in pixels. Only the head is read, never the pixels: a small
/// file may claim to be a picture of gigabytes, and this is where we find out.
public final class Picture {
    private enum Kind {
        PNG,
        JPEG
    }

    private static final int SIZE_BYTES_MAX = 1024 * 1024;
    private static final long PIXELS_MAX = 20_000_000;

    private static final long PNG_MAGIC = 0x89504E470D0A1A0AL;
    private static final int PNG_HEAD_BYTES = 24;
    private static final int SEGMENTS_MAX = 1_000;
    private static final Pattern ADDRESS = Pattern.compile("data:image/(png|jpeg);base64,([A-Za-z0-9+/]+=*)");

    private final Kind kind;
    private final int width;
    private final int height;
    private final byte[] bytes;

    private Picture(Kind kind, int width, int height, byte[] bytes) {
        this.kind = kind;
        this.width = width;
        this.height = height;
        this.bytes = bytes;
    }

    /// Empty for anything that is no such picture or is too large.
    public static Optional<Picture> of(byte[] bytes) {
        if (bytes.length > SIZE_BYTES_MAX || bytes.length < PNG_HEAD_BYTES) return Optional.empty();
        return Optional.of(bytes)
                .flatMap(all -> ByteBuffer.wrap(all).getLong() == PNG_MAGIC ? png(all) : jpeg(all))
                .filter(picture -> picture.width > 0 && picture.height > 0)
                .filter(picture -> (long) picture.width * picture.height <= PIXELS_MAX);
    }

    /// From a `data:` address; empty for anything but such a picture of the kind that the address names.
    public static Optional<Picture> at(String dataUrl) {
        var address = ADDRESS.matcher(dataUrl);
        if (!address.matches()) return Optional.empty();
        return decoded(address.group(2))
                .flatMap(Picture::of)
                .filter(picture -> picture.type().equals(address.group(1)));
    }

    public String dataUrl() {
        return "data:image/" + type() + ";base64," + Base64.getEncoder().encodeToString(bytes);
    }

    private String type() {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static Optional<byte[]> decoded(String base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Picture> png(byte[] bytes) {
        var head = ByteBuffer.wrap(bytes, 16, 8);
        return Optional.of(new Picture(Kind.PNG, head.getInt(), head.getInt(), bytes));
    }

    /// Walks the segments to the frame header, which holds the size.
    private static Optional<Picture> jpeg(byte[] bytes) {
        if (bytes[0] != (byte) 0xFF || bytes[1] != (byte) 0xD8) return Optional.empty();
        var in = ByteBuffer.wrap(bytes, 2, bytes.length - 2);
        for (int i = 0; i < SEGMENTS_MAX && in.remaining() >= 9; i++) {
            if (in.get() != (byte) 0xFF) return Optional.empty();
            int marker = in.get() & 0xFF;
            int length = in.getShort(in.position()) & 0xFFFF;
            if (isFrame(marker)) {
                int height = in.getShort(in.position() + 3) & 0xFFFF;
                int width = in.getShort(in.position() + 5) & 0xFFFF;
                return Optional.of(new Picture(Kind.JPEG, width, height, bytes));
            }
            if (length < 2 || length > in.remaining()) return Optional.empty();
            in.position(in.position() + length);
        }
        return Optional.empty();
    }

    private static boolean isFrame(int marker) {
        return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    }
}
