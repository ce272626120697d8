package dev.brickwork.delivery.documents;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The invoices that golden files and e-invoice rules are checked with, by name.
final class Variants {
    private Variants() {}

    static Map<String, InvoicePaper> all() {
        var all = new LinkedHashMap<String, InvoicePaper>();
        all.put("short", shortOne().made());
        all.put("german", german().made());
        all.put("french-reverse-charge", reverseCharge().made());
        all.put("spanish-rates", rates().made());
        all.put(
                "void",
                shortOne()
                        .voided("Billed to the wrong company. A corrected invoice follows.")
                        .made());
        all.put("partner-billed", partner().made());
        all.put("partly-paid", partlyPaid().made());
        all.put("paid", paid().made());
        all.put("scripts", scripts().made());
        all.put("no-tax", noTax().made());
        all.put("recast-credit", recast().made());
        all.put("sales-tax", salesTax().made());
        return all;
    }

    static Papers shortOne() {
        return Papers.paper()
                .line("Platform", "50", "39.00", Papers.GERMAN_VAT)
                .line("Premium support", "1", "250.00", List.of(Papers.percent("10", 25_00)), Papers.GERMAN_VAT);
    }

    static Papers german() {
        var paper = Papers.paper()
                .in(Locale.GERMANY)
                .line(
                        "Plattform",
                        "1250",
                        "39.00",
                        List.of(Papers.percent("12.5", 6093_75), InvoicePaper.Discount.coupon("WILLKOMMEN", 500_00)),
                        Papers.GERMAN_VAT)
                .tieredLine(Papers.GERMAN_VAT);
        paper.memo =
                Optional.of("Vielen Dank für Ihren Auftrag.\nBitte geben Sie bei der Zahlung die Rechnungsnummer an.");
        return paper;
    }

    static Papers reverseCharge() {
        var paper = Papers.paper().in(Locale.FRANCE).line("Plateforme", "12", "1850.50", Papers.REVERSE);
        paper.billed =
                Papers.company("Briqueterie du Rhône SAS", "FR", "8 rue des Fours", "69002", "Lyon", "FR83404833048");
        return paper;
    }

    static Papers rates() {
        return Papers.paper()
                .in(Locale.of("es", "ES"))
                .line("Plataforma", "3", "105.00", Papers.GERMAN_VAT)
                .line("Libros técnicos", "7", "33.33", List.of(Papers.percent("5", 11_67)), Papers.GERMAN_VAT_LOW)
                .line("Muestras", "2", "10.00", Papers.ZERO);
    }

    static Papers partner() {
        var paper = shortOne();
        paper.billed =
                Papers.company("Reseller Partners Ltd", "GB", "1 Canada Square", "E14 5AB", "London", "GB999999973");
        paper.endCustomer =
                Optional.of(Papers.company("Hochbau & Söhne AG", "DE", "Ziegelstraße 4", "20095", "Hamburg", ""));
        paper.lines.replaceAll(line -> Papers.taxed(line, List.of(), 0));
        return paper;
    }

    static Papers partlyPaid() {
        return shortOne()
                .settled(InvoicePaper.Settlement.Kind.CREDIT, "CR-18", 300_00)
                .settled(InvoicePaper.Settlement.Kind.PAYMENT, "WIRE", 1000_00)
                .settled(InvoicePaper.Settlement.Kind.OFFSET, "", 50_00);
    }

    static Papers paid() {
        return shortOne().settled(InvoicePaper.Settlement.Kind.PAYMENT, "CREDIT_CARD", 2588_25);
    }

    static Papers scripts() {
        var paper = Papers.paper()
                .line("Πλατφόρμα Ανάπτυξης", "2", "100.00")
                .line("Платформа для строителей", "3", "40.00")
                .line("منصة البناء للأعمال", "1", "90.00")
                .line("专业版订阅服务", "4", "25.00")
                .line("レンガ管理プラットフォーム", "5", "12.34")
                .line("벽돌 관리 플랫폼 구독", "6", "3.00")
                .line("פלטפורמה לבנאים (שנתי)", "7", "2.00")
                .line("แพลตฟอร์มสำหรับผู้สร้าง", "1", "8.00")
                .line("აგურის პლატფორმა, Աղյուսի հարթակ", "1", "7.00")
                .line("Žluťoučký kůň, zażółć gęślą jaźń, Ünïcødé ıİğş", "1", "1.00");
        paper.billed = Papers.company("株式会社 東京煉瓦製作所", "JP", "千代田区丸の内 1-2-3", "100-0005", "東京", "");
        paper.endCustomer = Optional.of(
                Papers.company("شركة الطوب الأحمر المحدودة", "AE", "شارع الشيخ زايد ١٢", "00000", "دبي", ""));
        return paper;
    }

    static Papers noTax() {
        var paper = Papers.paper().line("Platform", "10", "12.50");
        paper.seller = Papers.company("Brick Kiln Inc.", "US", "500 Clay Ave", "94107", "San Francisco", "");
        paper.billed = Papers.company("Mortar Labs LLC", "US", "12 Main St", "78701", "Austin", "");
        return paper;
    }

    static Papers recast() {
        return shortOne().credit("Adjustment credit", -548_39);
    }

    static Papers salesTax() {
        var state = new InvoicePaper.TaxRate(
                "State tax", new java.math.BigDecimal("8.875"), InvoicePaper.TaxRate.Kind.CHARGED);
        var county = new InvoicePaper.TaxRate(
                "County tax", new java.math.BigDecimal("2.125"), InvoicePaper.TaxRate.Kind.CHARGED);
        var city = new InvoicePaper.TaxRate(
                "City tax", new java.math.BigDecimal("0.5"), InvoicePaper.TaxRate.Kind.CHARGED);
        var paper = Papers.paper().line("Platform", "1", "99.99", state, county, city);
        paper.seller = Papers.company("Brick Kiln Inc.", "US", "500 Clay Ave", "94107", "San Francisco", "");
        paper.billed = Papers.company("Mortar Labs LLC", "US", "12 Main St", "78701", "Austin", "");
        paper.seller = withTaxId(paper.seller, "94-3219054");
        paper.currency = dev.brickwork.pricing.money.Currency.USD;
        return paper;
    }

    static Party withTaxId(Party party, String id) {
        return new Party(
                party.name(), party.address(), List.of(new Party.TaxId(Party.TaxId.Kind.OTHER, id)), party.contact());
    }

    static Party withoutAddress(Party party) {
        var nowhere =
                new Party.Address(List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Party.NO_COUNTRY);
        return new Party(party.name(), nowhere, party.taxIds(), party.contact());
    }

    static InvoicePaper longOne(int lines) {
        var paper = Papers.paper();
        for (int i = 1; i <= lines; i++) {
            paper.line("Seat package " + i, String.valueOf(i % 17 + 1), "19.9" + i % 10, Papers.GERMAN_VAT);
        }
        return paper.made();
    }
}
