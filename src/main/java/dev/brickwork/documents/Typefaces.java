package dev.brickwork.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/// The bundled fonts, each parsed when it is first used and then read by all threads. The Chinese one alone is 10 MB,
/// so a document gets only the fonts whose script occurs in it.
final class Typefaces {
    /// @param family the name that the style sheet uses
    record Face(String family, int weight, String file) {
        TrueTypeFont font() {
            return PARSED.computeIfAbsent(file, Typefaces::parsed);
        }
    }

    private static final int REGULAR = 400;
    private static final int BOLD = 700;

    private static final List<Face> SANS = List.of(
            new Face("Brick Sans", REGULAR, "NotoSans-Regular.ttf"),
            new Face("Brick Sans", BOLD, "NotoSans-SemiBold.ttf"));
    private static final List<Face> ARABIC = List.of(
            new Face("Brick Arabic", REGULAR, "NotoNaskhArabic-Regular.ttf"),
            new Face("Brick Arabic", BOLD, "NotoNaskhArabic-Bold.ttf"));
    private static final Face JAPANESE = new Face("Brick Japanese", REGULAR, "NotoSansJP-Regular.ttf");
    private static final Face CHINESE = new Face("Brick Chinese", REGULAR, "NotoSansSC-Regular.ttf");

    private static final Map<String, TrueTypeFont> PARSED = new ConcurrentHashMap<>();

    private Typefaces() {}

    static List<Face> forText(String text) {
        var scripts = Scripts.of(text);
        var faces = new ArrayList<>(SANS);
        if (scripts.arabic()) faces.addAll(ARABIC);
        // Kana are Japanese for sure. Chinese characters next to them are drawn the Japanese way, and only what the
        // Japanese font lacks comes from the Chinese one.
        if (scripts.kana()) faces.add(JAPANESE);
        if (scripts.han()) faces.add(CHINESE);
        return List.copyOf(faces);
    }

    private static TrueTypeFont parsed(String file) {
        try {
            return new TTFParser().parse(new RandomAccessReadBuffer(Resources.bytes("/fonts/" + file)));
        } catch (IOException e) {
            throw new UncheckedIOException("font unreadable: " + file, e);
        }
    }

    private record Scripts(boolean arabic, boolean kana, boolean han) {
        static Scripts of(String text) {
            boolean arabic = false;
            boolean kana = false;
            boolean han = false;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c < 0x0600) continue;
                arabic |= c <= 0x08FF || (c >= 0xFB50 && c <= 0xFDFF) || (c >= 0xFE70 && c <= 0xFEFE);
                kana |= (c >= 0x3040 && c <= 0x30FF) || (c >= 0x31F0 && c <= 0x31FF) || (c >= 0xFF66 && c <= 0xFF9D);
                han |= isChinese(c);
            }
            return new Scripts(arabic, kana, han);
        }

        /// Characters, their punctuation, full-width forms; and the surrogates that rare characters start with.
        private static boolean isChinese(char c) {
            return (c >= 0x2E80 && c <= 0x303F)
                    || (c >= 0x3100 && c <= 0x9FFF)
                    || (c >= 0xF900 && c <= 0xFAFF)
                    || (c >= 0xFF00 && c <= 0xFFEF)
                    || (c >= 0xD840 && c <= 0xD87F);
        }
    }
}
