package dev.brickwork.pricing.money;

import static java.util.stream.Collectors.joining;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A currency in circulation by ISO 4217, with the number of its decimals: none, two or three (rule C-02).
///
/// The codes are listed here instead of being taken from the JDK, whose set also holds funds, metals, test codes and
/// currencies that are gone, and depends on its version and on the day. The decimals are the JDK's. There is one object
/// for each code, so `==` compares.
///
/// A code that leaves circulation stays listed as long as a seller may have booked in it.
public final class Currency implements Comparable<Currency> {
    /// ISO 4217, list one, as of 2026. Without funds and units of account (BOV, CHE, CHW, CLF, COU, MXV, USN, UYI,
    /// UYW, XAD, XDR, XSU, XUA), metals, and codes for tests and for no currency.
    private static final String IN_CIRCULATION = """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP
            CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG
            HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL
            MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR
            RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD
            TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
            """;

    private static final int DECIMALS_MAX = 3;
    private static final Map<String, Currency> BY_CODE = byCode();

    public static final Currency USD = of("USD");
    public static final Currency EUR = of("EUR");
    public static final Currency GBP = of("GBP");
    public static final Currency AUD = of("AUD");
    public static final Currency CAD = of("CAD");

    public static final int COUNT = BY_CODE.size();

    /// Those a seller bills in until it enables others.
    public static final List<Currency> STANDARD = List.of(USD, EUR, GBP, AUD, CAD);

    private final String code;
    private final int exponent;

    private Currency(String code, int exponent) {
        this.code = code;
        this.exponent = exponent;
    }

    private static Map<String, Currency> byCode() {
        var all = new HashMap<String, Currency>();
        for (var code : IN_CIRCULATION.strip().split("\\s+", -1)) {
            int exponent = java.util.Currency.getInstance(code).getDefaultFractionDigits();
            if (exponent < 0 || exponent == 1 || exponent > DECIMALS_MAX) {
                throw new IllegalStateException("%s has %d decimals".formatted(code, exponent));
            }
            all.put(code, new Currency(code, exponent));
        }
        return Map.copyOf(all);
    }

    /// All of them, by code.
    public static List<Currency> all() {
        return BY_CODE.values().stream().sorted().toList();
    }

    public static Optional<Currency> parse(String code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /// A currency whose code was checked before, such as one that is stored.
    public static Currency of(String code) {
        var known = BY_CODE.get(code);
        if (known == null) throw new IllegalArgumentException("not the code of a currency: " + code);
        return known;
    }

    /// As people read them: "USD, EUR".
    public static String listed(Collection<Currency> currencies) {
        return currencies.stream().map(Currency::code).collect(joining(", "));
    }

    /// By ISO 4217, three capital letters.
    public String code() {
        return code;
    }

    /// Decimals between the major and the minor unit.
    public int exponent() {
        return exponent;
    }

    /// By code.
    @Override
    public int compareTo(Currency other) {
        return code.compareTo(other.code);
    }

    @Override
    public String toString() {
        return code;
    }
}
