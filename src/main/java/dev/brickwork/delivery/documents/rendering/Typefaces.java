package dev.brickwork.delivery.documents.rendering;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/// The bundled fonts, each parsed when it is first used and then read by all threads. The Chinese one alone is 10 MB,
/// so a document gets only the fonts whose script occurs in it.
public final class Typefaces {
    /// A font as the style sheet knows it.
    ///
    /// @param family the name that the style sheet uses
    public record Face(String family, int weight, String file) {
        TrueTypeFont font() {
            return PARSED.computeIfAbsent(file, Typefaces::parsed);
        }
    }

    private static final int REGULAR = 400;
    private static final int BOLD = 700;
    private static final int FIRST_OF_OTHERS = 0x0530; // Before it lie Latin, Greek and Cyrillic.

    private static final List<Face> SANS = List.of(
            new Face("Brick Sans", REGULAR, "NotoSans-Regular.ttf"),
            new Face("Brick Sans", BOLD, "NotoSans-SemiBold.ttf"));

    /// Kana are Japanese for sure. Chinese characters next to them are drawn the Japanese way, and only what the
    /// Japanese font lacks comes from the Chinese one: the style sheet names it later.
    private static final Map<UnicodeScript, List<Face>> OTHERS = Map.of(
            UnicodeScript.ARABIC,
                    List.of(
                            new Face("Brick Arabic", REGULAR, "NotoNaskhArabic-Regular.ttf"),
                            new Face("Brick Arabic", BOLD, "NotoNaskhArabic-Bold.ttf")),
            UnicodeScript.ARMENIAN, twoWeights("Armenian"),
            UnicodeScript.GEORGIAN, twoWeights("Georgian"),
            UnicodeScript.HEBREW, twoWeights("Hebrew"),
            UnicodeScript.THAI, twoWeights("Thai"),
            UnicodeScript.HANGUL, List.of(new Face("Brick Korean", REGULAR, "NotoSansKR-Regular.ttf")),
            UnicodeScript.KATAKANA, List.of(new Face("Brick Japanese", REGULAR, "NotoSansJP-Regular.ttf")),
            UnicodeScript.HAN, List.of(new Face("Brick Chinese", REGULAR, "NotoSansSC-Regular.ttf")));

    private static final Map<String, TrueTypeFont> PARSED = new ConcurrentHashMap<>();

    private Typefaces() {}

    private static List<Face> twoWeights(String script) {
        return List.of(
                new Face("Brick " + script, REGULAR, "NotoSans%s-Regular.ttf".formatted(script)),
                new Face("Brick " + script, BOLD, "NotoSans%s-SemiBold.ttf".formatted(script)));
    }

    public static List<Face> forText(String text) {
        var faces = new ArrayList<>(SANS);
        text.codePoints()
                .filter(c -> c >= FIRST_OF_OTHERS)
                .mapToObj(Typefaces::script)
                .distinct()
                .map(script -> OTHERS.getOrDefault(script, List.of()))
                .forEach(faces::addAll);
        return List.copyOf(faces);
    }

    /// Whose font draws it: Unicode counts what the scripts of East Asia share to none of them, such as their
    /// punctuation and the sign that makes kana long.
    private static UnicodeScript script(int c) {
        var script = UnicodeScript.of(c);
        return switch (script) {
            case HIRAGANA -> UnicodeScript.KATAKANA;
            case BOPOMOFO -> UnicodeScript.HAN;
            case COMMON, INHERITED -> isOfKana(c) ? UnicodeScript.KATAKANA : isOfHan(c) ? UnicodeScript.HAN : script;
            default -> script;
        };
    }

    private static boolean isOfKana(int c) {
        return (c >= 0x3040 && c <= 0x30FF) || (c >= 0xFF66 && c <= 0xFF9F);
    }

    private static boolean isOfHan(int c) {
        return (c >= 0x2E80 && c <= 0x33FF) || (c >= 0xFF00 && c <= 0xFFEF);
    }

    private static TrueTypeFont parsed(String file) {
        try {
            return new TTFParser().parse(new RandomAccessReadBuffer(Resources.bytes("/fonts/" + file)));
        } catch (IOException e) {
            throw new UncheckedIOException("font unreadable: " + file, e);
        }
    }
}
