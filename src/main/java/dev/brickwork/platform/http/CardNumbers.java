package dev.brickwork.platform.http;

import java.util.regex.Pattern;

/// Finds card numbers in free text, where they are refused: the service must never store any.
///
/// Length and check digit alone would take every tenth long number for a card (a time in milliseconds, an order
/// number), so the first digits must be those of a card network too.
public final class CardNumbers {
    /// Digits in one run or in groups, not part of a longer word or number.
    private static final Pattern DIGITS =
            Pattern.compile("(?<![\\p{Alnum}.])\\d(?:[ -]?\\d){12,18}(?![ -]?\\p{Alnum})");

    private static final Pattern NETWORKS = Pattern.compile(
            "4(\\d{12}|\\d{15}|\\d{18})" // Visa
                    + "|5[1-5]\\d{14}|2(22[1-9]|2[3-9]\\d|[3-6]\\d\\d|7[01]\\d|720)\\d{12}" // Mastercard
                    + "|3[47]\\d{13}" // American Express
                    + "|3(0[0-5]|[689]\\d)\\d{11,16}" // Diners Club
                    + "|35(2[89]|[3-8]\\d)\\d{12,15}" // JCB
                    + "|6(011|4[4-9]\\d|5\\d\\d)\\d{12,15}" // Discover
                    + "|62\\d{14,17}" // UnionPay
                    + "|(50|5[6-9]|6[0379])\\d{11,17}"); // Maestro

    private CardNumbers() {}

    public static boolean isIn(String text) {
        var found = DIGITS.matcher(text);
        while (found.find()) {
            var digits = found.group().replace(" ", "").replace("-", "");
            if (NETWORKS.matcher(digits).matches() && isLuhn(digits)) return true;
        }
        return false;
    }

    private static boolean isLuhn(String digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            sum += i % 2 == 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
        }
        return sum % 10 == 0;
    }
}
