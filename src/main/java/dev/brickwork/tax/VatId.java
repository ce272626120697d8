package dev.brickwork.tax;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Tells whether a text can be a VAT identification number of a member of the European Union: the form of that
/// country and its check digits. Whether the number is in use only the register knows; this keeps slips and
/// inventions out.
final class VatId {
    private static final Pattern SEPARATORS = Pattern.compile("[ .\\-]");
    private static final String CHECK_LETTERS_ES = "TRWAGMYFPDXBNJZSQVHLCKE";
    private static final String CONTROL_LETTERS_ES = "JABCDEFGHI";
    private static final String CHECK_LETTERS_IE = "WABCDEFGHIJKLMNOPQRSTUV";
    private static final String KEY_LETTERS_FR = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    private static final int[] ODD_VALUES_CY = {1, 0, 5, 7, 9, 13, 15, 17, 19, 21};

    /// The form after the two letters of the country, and what its digits must fulfil.
    private record Rule(Pattern form, Predicate<String> check) {
        static Rule of(String form, Predicate<String> check) {
            return new Rule(Pattern.compile(form), check);
        }
    }

    private static final Map<String, Rule> RULES = Map.ofEntries(
            Map.entry("AT", Rule.of("U\\d{8}", text -> austria(text.substring(1)))),
            Map.entry("BE", Rule.of("[01]\\d{9}", text -> 97 - number(text, 0, 8) % 97 == number(text, 8, 10))),
            Map.entry("BG", Rule.of("\\d{9,10}", VatId::bulgaria)),
            Map.entry("CY", Rule.of("\\d{8}[A-Z]", VatId::cyprus)),
            Map.entry("CZ", Rule.of("\\d{8,10}", VatId::czechia)),
            Map.entry("DE", Rule.of("[1-9]\\d{8}", VatId::mod11And10)),
            Map.entry("DK", Rule.of("[1-9]\\d{7}", text -> sum(text, 2, 7, 6, 5, 4, 3, 2, 1) % 11 == 0)),
            Map.entry("EE", Rule.of("10\\d{7}", text -> sum(text, 3, 7, 1, 3, 7, 1, 3, 7, 1) % 10 == 0)),
            Map.entry(
                    "GR", Rule.of("\\d{9}", text -> sum(text, 256, 128, 64, 32, 16, 8, 4, 2) % 11 % 10 == last(text))),
            Map.entry("ES", Rule.of("[A-HJ-NP-SU-Z0-9]\\d{7}[A-Z0-9]", VatId::spain)),
            Map.entry("FI", Rule.of("\\d{8}", text -> sum(text, 7, 9, 10, 5, 8, 4, 2, 1) % 11 == 0)),
            Map.entry("FR", Rule.of("[0-9A-HJ-NP-Z]{2}\\d{9}", VatId::france)),
            Map.entry("HR", Rule.of("\\d{11}", VatId::mod11And10)),
            Map.entry("HU", Rule.of("\\d{8}", text -> sum(text, 9, 7, 3, 1, 9, 7, 3, 1) % 10 == 0)),
            Map.entry("IE", Rule.of("\\d{7}[A-W][A-IW]?|[7-9][A-Z*+]\\d{5}[A-W]", VatId::ireland)),
            Map.entry("IT", Rule.of("\\d{11}", VatId::italy)),
            Map.entry("LT", Rule.of("\\d{7}1\\d|\\d{10}1\\d", VatId::lithuania)),
            Map.entry("LU", Rule.of("\\d{8}", text -> number(text, 0, 6) % 89 == number(text, 6, 8))),
            Map.entry("LV", Rule.of("\\d{11}", VatId::latvia)),
            Map.entry(
                    "MT", Rule.of("[1-9]\\d{7}", text -> 37 - sum(text, 3, 4, 6, 7, 8, 9) % 37 == number(text, 6, 8))),
            Map.entry("NL", Rule.of("\\d{9}B\\d{2}", VatId::netherlands)),
            Map.entry("PL", Rule.of("\\d{10}", text -> sum(text, 6, 5, 7, 2, 3, 4, 5, 6, 7) % 11 == last(text))),
            Map.entry("PT", Rule.of("[1-9]\\d{8}", VatId::portugal)),
            Map.entry("RO", Rule.of("[1-9]\\d{1,9}", VatId::romania)),
            Map.entry("SE", Rule.of("\\d{10}(0[1-9]|[1-8]\\d|9[0-4])", text -> isLuhn(text.substring(0, 10)))),
            Map.entry("SI", Rule.of("[1-9]\\d{7}", VatId::slovenia)),
            Map.entry("SK", Rule.of("[1-9]\\d[2346-9]\\d{7}", text -> number(text, 0, 10) % 11 == 0)));

    private VatId() {}

    /// With the prefix of its country, as it must stand on an invoice. Blanks, points and hyphens do not count.
    static boolean isValid(String text, String country) {
        var plain = SEPARATORS.matcher(Place.plain(text)).replaceAll("");
        var prefix = country.equals("GR") ? "EL" : country;
        if (!plain.startsWith(prefix)) return false;
        var body = plain.substring(prefix.length());
        return Optional.ofNullable(RULES.get(country))
                .filter(rule -> rule.form.matcher(body).matches() && rule.check.test(body))
                .isPresent();
    }

    private static boolean austria(String digits) {
        int sum = 4;
        for (int i = 0; i < 7; i++) sum += i % 2 == 0 ? digit(digits, i) : doubled(digit(digits, i));
        return (10 - sum % 10) % 10 == last(digits);
    }

    /// Nine digits for companies; ten for people, by one of three ways to count.
    private static boolean bulgaria(String text) {
        if (text.length() == 9) {
            int first = sum(text, 1, 2, 3, 4, 5, 6, 7, 8) % 11;
            int check = first < 10 ? first : sum(text, 3, 4, 5, 6, 7, 8, 9, 10) % 11 % 10;
            return check == last(text);
        }
        boolean isBorn = isDay(number(text, 4, 6)) && isMonth(number(text, 2, 4) % 20);
        return (isBorn && sum(text, 2, 4, 8, 5, 10, 9, 7, 3, 6) % 11 % 10 == last(text))
                || sum(text, 21, 19, 17, 13, 11, 9, 7, 3, 1) % 10 == last(text)
                || (11 - sum(text, 4, 3, 2, 7, 6, 5, 4, 3, 2) % 11) % 11 == last(text);
    }

    private static boolean cyprus(String text) {
        int sum = 0;
        for (int i = 0; i < 8; i++) sum += i % 2 == 0 ? ODD_VALUES_CY[digit(text, i)] : digit(text, i);
        return !text.startsWith("12") && 'A' + sum % 26 == text.charAt(8);
    }

    /// Eight digits for companies, nine with a 6 in front for some bodies; nine (of before 1954, without a
    /// check) or ten for people, whose months count 50 more for women and 20 more when the days' numbers ran
    /// out.
    private static boolean czechia(String text) {
        if (text.length() == 8) {
            int check = 11 - sum(text, 8, 7, 6, 5, 4, 3, 2) % 11;
            return text.charAt(0) != '9' && check % 10 == last(text);
        }
        if (text.length() == 9 && text.charAt(0) == '6') {
            int rest = sum(text.substring(1), 8, 7, 6, 5, 4, 3, 2) % 11;
            return (8 - (10 - rest) % 11 + 10) % 10 == last(text);
        }
        if (!isDay(number(text, 4, 6)) || !isMonth(number(text, 2, 4) % 50 % 20)) return false;
        return text.length() == 9 || number(text, 0, 9) % 11 % 10 == last(text);
    }

    private static boolean isDay(long number) {
        return number >= 1 && number <= 31;
    }

    private static boolean isMonth(long number) {
        return number >= 1 && number <= 12;
    }

    /// ISO 7064, MOD 11,10.
    private static boolean mod11And10(String text) {
        int product = 10;
        for (int i = 0; i < text.length() - 1; i++) {
            int sum = (digit(text, i) + product) % 10;
            product = (sum == 0 ? 10 : sum) * 2 % 11;
        }
        return (11 - product) % 10 == last(text);
    }

    private static boolean spain(String text) {
        char first = text.charAt(0);
        char end = text.charAt(8);
        if (Character.isDigit(first)) return end == CHECK_LETTERS_ES.charAt((int) (number(text, 0, 8) % 23));
        if (first >= 'X') {
            return end == CHECK_LETTERS_ES.charAt((int) (((first - 'X') * 10_000_000L + number(text, 1, 8)) % 23));
        }
        if ("KLM".indexOf(first) >= 0) return end == CHECK_LETTERS_ES.charAt((int) (number(text, 1, 8) % 23));
        int sum = 0;
        for (int i = 1; i < 8; i++) sum += i % 2 == 0 ? digit(text, i) : doubled(digit(text, i));
        int control = (10 - sum % 10) % 10;
        boolean isDigitOnly = "ABEH".indexOf(first) >= 0;
        boolean isLetterOnly = "NPQRSW".indexOf(first) >= 0;
        return (!isLetterOnly && end == '0' + control) || (!isDigitOnly && end == CONTROL_LETTERS_ES.charAt(control));
    }

    /// Two digits computed from the company number, or a newer key with letters.
    private static boolean france(String text) {
        long company = number(text, 2, 11);
        int first = KEY_LETTERS_FR.indexOf(text.charAt(0));
        int second = KEY_LETTERS_FR.indexOf(text.charAt(1));
        if (first < 10 && second < 10) return (company * 100 + 12) % 97 == first * 10 + second;
        int key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
        return (company + 1 + key / 11) % 11 == key % 11;
    }

    private static boolean ireland(String text) {
        boolean isOld = !Character.isDigit(text.charAt(1));
        var digits = isOld ? "0" + text.substring(2, 7) + text.charAt(0) : text.substring(0, 7);
        int sum = sum(digits, 8, 7, 6, 5, 4, 3, 2);
        if (!isOld && text.length() == 9) sum += 9 * CHECK_LETTERS_IE.indexOf(text.charAt(8));
        return CHECK_LETTERS_IE.charAt(sum % 23) == text.charAt(7);
    }

    private static boolean italy(String text) {
        long office = number(text, 7, 10);
        boolean isOffice =
                (office >= 1 && office <= 100) || office == 120 || office == 121 || office == 888 || office == 999;
        return number(text, 0, 7) > 0 && isOffice && isLuhn(text);
    }

    private static boolean lithuania(String text) {
        int first = cyclicSum(text, 1) % 11;
        int check = first < 10 ? first : cyclicSum(text, 3) % 11 % 10;
        return check == last(text);
    }

    private static int cyclicSum(String text, int weight) {
        int sum = 0;
        for (int i = 0; i < text.length() - 1; i++) sum += digit(text, i) * ((weight - 1 + i) % 9 + 1);
        return sum;
    }

    /// Companies begin above 3; people with their day of birth, or since 2017 with 32 and no more check.
    private static boolean latvia(String text) {
        if (text.charAt(0) > '3') return sum(text, 9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1) % 11 == 3;
        if (text.startsWith("32")) return true;
        if (!isDay(number(text, 0, 2)) || !isMonth(number(text, 2, 4))) return false;
        return (1 + sum(text, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9)) % 11 % 10 == last(text);
    }

    /// Companies by weights; since 2020 sole traders by ISO 7064, MOD 97,10 over the whole with its letters as
    /// numbers.
    private static boolean netherlands(String text) {
        if (sum(text.substring(0, 9), 9, 8, 7, 6, 5, 4, 3, 2) % 11 == digit(text, 8)) return true;
        var converted = "2321" + text.substring(0, 9) + "11" + text.substring(10); // N, L and B.
        long rest = 0;
        for (int i = 0; i < converted.length(); i++) rest = (rest * 10 + digit(converted, i)) % 97;
        return rest == 1;
    }

    private static boolean portugal(String text) {
        int check = 11 - sum(text, 9, 8, 7, 6, 5, 4, 3, 2) % 11;
        return (check > 9 ? 0 : check) == last(text);
    }

    private static boolean romania(String text) {
        var padded = "0".repeat(10 - text.length()) + text;
        return sum(padded, 7, 5, 3, 2, 1, 7, 5, 3, 2) * 10 % 11 % 10 == last(text);
    }

    private static boolean slovenia(String text) {
        int check = 11 - sum(text, 8, 7, 6, 5, 4, 3, 2) % 11;
        return check != 11 && check % 10 == last(text);
    }

    private static boolean isLuhn(String text) {
        int sum = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = digit(text, text.length() - 1 - i);
            sum += i % 2 == 0 ? digit : doubled(digit);
        }
        return sum % 10 == 0;
    }

    /// Twice the digit, its own digits added.
    private static int doubled(int digit) {
        return digit * 2 - (digit > 4 ? 9 : 0);
    }

    private static int sum(String text, int... weights) {
        int sum = 0;
        for (int i = 0; i < weights.length; i++) sum += digit(text, i) * weights[i];
        return sum;
    }

    private static int digit(String text, int at) {
        return text.charAt(at) - '0';
    }

    private static int last(String text) {
        return digit(text, text.length() - 1);
    }

    private static long number(String text, int from, int to) {
        return Long.parseLong(text.substring(from, to));
    }
}
