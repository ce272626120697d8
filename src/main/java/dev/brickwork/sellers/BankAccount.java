package dev.brickwork.sellers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where a legal entity is paid by transfer: an IBAN, or an account number with what its country uses to name banks.
///
/// @param holder whose account it is, when that is not the entity by its legal name
/// @param instructions what else a payer should know, in the seller's own words
public record BankAccount(
        Optional<String> holder,
        Optional<String> bankName,
        Optional<String> iban,
        Optional<String> accountNumber,
        Optional<String> routingNumber,
        Optional<String> bic,
        Optional<String> instructions) {
    private static final Pattern IBAN = Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}");
    private static final Pattern ACCOUNT_NUMBER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ./-]{0,33}");
    private static final Pattern ROUTING_NUMBER = Pattern.compile("[0-9][0-9 -]{2,19}");
    private static final Pattern BIC = Pattern.compile("[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?");
    private static final int NAME_LENGTH_MAX = 255;
    private static final int IBAN_LENGTH_MAX = 50; // As people type it, with blanks.
    private static final int INSTRUCTIONS_LENGTH_MAX = 500;
    private static final BigInteger NINETY_SEVEN = BigInteger.valueOf(97);

    /// The details that a payer copies, in the order of a transfer form.
    public enum Part {
        HOLDER,
        IBAN,
        ACCOUNT_NUMBER,
        ROUTING_NUMBER,
        BIC,
        BANK,
        INSTRUCTIONS
    }

    public record Row(Part part, String value) {}

    /// Reads the object of the API; faults carry its path.
    static BankAccount read(Fields fields) {
        var iban = fields.text("iban", IBAN_LENGTH_MAX).map(BankAccount::compact);
        if (iban.isPresent() && !isIban(iban.get()))
            fields.fault("iban", "This is no IBAN: its check digits are wrong.");
        var number = fields.matching("account_number", ACCOUNT_NUMBER, "Up to 34 letters, digits, blanks and '-'.");
        if (!fields.isSent("iban") && !fields.isSent("account_number")) {
            fields.fault("iban", "Give an IBAN or an account number.");
        }
        if (iban.isPresent() && number.isPresent()) fields.fault("account_number", "The IBAN holds it already.");
        var bic = fields.text("bic", IBAN_LENGTH_MAX).map(BankAccount::compact);
        if (bic.isPresent() && !BIC.matcher(bic.get()).matches()) {
            fields.fault("bic", "Must be a BIC of 8 or 11 characters such as AIBKIE2D.");
        }
        return new BankAccount(
                fields.filledText("account_holder", NAME_LENGTH_MAX),
                fields.filledText("bank_name", NAME_LENGTH_MAX),
                iban,
                number,
                fields.matching("routing_number", ROUTING_NUMBER, "3 to 20 digits, blanks and '-'."),
                bic,
                fields.note("instructions", INSTRUCTIONS_LENGTH_MAX));
    }

    private static String compact(String typed) {
        return typed.replace(" ", "").toUpperCase(Locale.ROOT);
    }

    /// ISO 13616: with its first four characters moved to the end and letters as numbers it leaves 1 when divided by
    /// 97.
    static boolean isIban(String text) {
        if (!IBAN.matcher(text).matches()) return false;
        var digits = new StringBuilder();
        (text.substring(4) + text.substring(0, 4)).chars().forEach(each -> digits.append(Character.digit(each, 36)));
        return new BigInteger(digits.toString()).mod(NINETY_SEVEN).equals(BigInteger.ONE);
    }

    /// As it is shown; the IBAN in groups of four.
    public List<Row> rows(String legalName) {
        var rows = new ArrayList<Row>();
        rows.add(new Row(Part.HOLDER, holder.orElse(legalName)));
        iban.ifPresent(text -> rows.add(new Row(Part.IBAN, text.replaceAll("(.{4})(?=.)", "$1 "))));
        accountNumber.ifPresent(text -> rows.add(new Row(Part.ACCOUNT_NUMBER, text)));
        routingNumber.ifPresent(text -> rows.add(new Row(Part.ROUTING_NUMBER, text)));
        bic.ifPresent(text -> rows.add(new Row(Part.BIC, text)));
        bankName.ifPresent(text -> rows.add(new Row(Part.BANK, text)));
        instructions.filter(text -> !text.isBlank()).ifPresent(text -> rows.add(new Row(Part.INSTRUCTIONS, text)));
        return rows;
    }

    public static BankAccount stored(String json) {
        return stored(JsonReader.stored(json));
    }

    public static BankAccount stored(JsonNode node) {
        return new BankAccount(
                JsonReader.text(node, "account_holder"),
                JsonReader.text(node, "bank_name"),
                JsonReader.text(node, "iban"),
                JsonReader.text(node, "account_number"),
                JsonReader.text(node, "routing_number"),
                JsonReader.text(node, "bic"),
                JsonReader.text(node, "instructions"));
    }

    public void write(JsonWriter json) {
        json.put("account_holder", holder)
                .put("bank_name", bankName)
                .put("iban", iban)
                .put("account_number", accountNumber)
                .put("routing_number", routingNumber)
                .put("bic", bic)
                .put("instructions", instructions);
    }

    String json() {
        return JsonWriter.text(json -> json.object(this::write));
    }
}
