package dev.brickwork.sellers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.iban4j.CountryCode;
import org.iban4j.IbanFormatException;
import org.iban4j.IbanFormatException.IbanFormatViolation;
import org.iban4j.IbanUtil;
import org.iban4j.InvalidCheckDigitException;
import org.iban4j.UnsupportedCountryException;

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
    private static final Pattern ACCOUNT_NUMBER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ./-]{0,33}");
    private static final Pattern ROUTING_NUMBER = Pattern.compile("[0-9][0-9 -]{2,19}");
    private static final Pattern BIC = Pattern.compile("[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?");
    private static final int NAME_LENGTH_MAX = 255;
    private static final int IBAN_LENGTH_MAX = 50; // As people type it, with blanks.
    private static final int INSTRUCTIONS_LENGTH_MAX = 500;

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
        iban.flatMap(BankAccount::ibanFault).ifPresent(why -> fields.fault("iban", why));
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

    /// Checks an IBAN (ISO 13616) by the length and form of its country and by its check digits. Tells the caller how
    /// to mend it.
    static Optional<String> ibanFault(String iban) {
        try {
            IbanUtil.validate(iban);
            return Optional.empty();
        } catch (UnsupportedCountryException _) {
            return Optional.of("%s is no IBAN: %.2s has none. Give account_number and routing_number instead."
                    .formatted(iban, iban));
        } catch (InvalidCheckDigitException _) {
            return Optional.of(
                    "%s is no IBAN: its check digits do not match. Look for a mistyped character.".formatted(iban));
        } catch (IbanFormatException malformed) {
            return Optional.of("%s is no IBAN: %s. Copy it again, or give an account_number instead."
                    .formatted(iban, fault(iban, malformed.getFormatViolation())));
        }
    }

    private static String fault(String iban, IbanFormatViolation violation) {
        return switch (violation) {
            case BBAN_LENGTH -> {
                int length = IbanUtil.getIbanLength(CountryCode.getByCode(iban.substring(0, 2)));
                yield "it has %d characters, one of %.2s has %d".formatted(iban.length(), iban, length);
            }
            case IBAN_NOT_EMPTY, COUNTRY_CODE_TWO_LETTERS, COUNTRY_CODE_UPPER_CASE_LETTERS, COUNTRY_CODE_EXISTS ->
                "it does not begin with a country";
            case CHECK_DIGIT_TWO_DIGITS, CHECK_DIGIT_ONLY_DIGITS -> "its country is not followed by two digits";
            default -> "it does not have the form of one of %.2s".formatted(iban);
        };
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
