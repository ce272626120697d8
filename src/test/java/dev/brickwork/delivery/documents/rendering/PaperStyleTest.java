package dev.brickwork.delivery.documents.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Papers are read by everybody.
@Tag("fast")
final class PaperStyleTest {
    private static final Pattern RULE = Pattern.compile("([^{}]+)\\{([^{}]*)}");
    private static final Pattern COLOUR = Pattern.compile("(?<![a-z-])color: #([0-9a-f]{6})");
    private static final List<String> GROUNDS = List.of("ffffff", "f5f3f0");
    private static final double CONTRAST_MIN = 4.5;

    /// WCAG 2.2 AA, on white and in the shaded rows; the stamp is meant to lie behind the text.
    @Test
    void everyColourOfATextCanBeRead() {
        var pale = new ArrayList<String>();
        for (var rule = RULE.matcher(Resources.text("/templates/paper.css")); rule.find(); ) {
            if (rule.group(1).contains(".stamp")) continue;
            for (var colour = COLOUR.matcher(rule.group(2)); colour.find(); ) {
                for (var ground : GROUNDS) {
                    if (contrast(colour.group(1), ground) < CONTRAST_MIN)
                        pale.add(rule.group(1).strip() + " on " + ground);
                }
            }
        }
        assertThat(pale).isEmpty();
        assertThat(contrast("000000", "ffffff"))
                .as("the judge knows black from white")
                .isEqualTo(21);
    }

    private static double contrast(String one, String other) {
        double a = light(one) + 0.05;
        double b = light(other) + 0.05;
        return Math.max(a, b) / Math.min(a, b);
    }

    private static double light(String colour) {
        int rgb = Integer.parseInt(colour, 16);
        return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
    }

    private static double linear(int part) {
        double share = part / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
