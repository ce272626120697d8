package dev.brickwork.platform.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.terms.PricingFault;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Reads the fields of a body into domain types and collects every fault with its path
/// (`bricks[0].discount[1].rate`), so that one refusal names them all. Readers return what they could read;
/// `check()` throws if anything was wrong.
///
/// ```java
/// var startsAt = fields.require("starts_at", fields::date);
/// var reason = fields.text("reason", REASON_LENGTH_MAX);
/// fields.check();
/// ```
public final class Fields {
    public static final String REQUIRED = "This field is required.";
    public static final int TEXT_LENGTH_MAX = 1000;
    static final String ONCE = "Send this parameter once.";
    private static final Map<String, Boolean> FLAGS = flags();
    private static final int DAY_LENGTH = "2026-01-31".length();
    private static final String OR_A_DAY = ", or a day as 2026-01-31";
    private static final int FAULT_COUNT_MAX = 200;
    private static final int CURRENCY_SHOWN_LENGTH_MAX = 10;
    private static final LocalDate EARLIEST = LocalDate.of(2000, 1, 1);
    private static final LocalDate LATEST = LocalDate.of(2199, 12, 31);
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

    /// Nothing that a reader of headers would decode (`=?…?=`, RFC 2047): it might see another address in it.
    private static final Pattern EMAIL =
            Pattern.compile("(?!\\.|[^@]*\\.[.@]|[^@]*=\\?)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
                    + "@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
                    + "(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+");

    private static final int EMAIL_LENGTH_MAX = 254;

    private final JsonNode node;
    private final String prefix;
    private final Map<String, List<String>> faults;

    private Fields(JsonNode node, String prefix, Map<String, List<String>> faults) {
        this.node = node;
        this.prefix = prefix;
        this.faults = faults;
    }

    /// Reads a JSON object; anything else is refused at once, since it has no fields to name.
    public static Fields of(JsonNode body) {
        return new Fields(requireObject(body), "", new LinkedHashMap<>());
    }

    static JsonNode requireObject(JsonNode body) {
        if (body.isObject()) return body;
        throw Refusal.badRequest("the body must be a JSON object");
    }

    public static Fields none() {
        return of(JsonNodeFactory.instance.objectNode());
    }

    /// Throws one refusal that names every fault collected so far, here and in nested objects.
    public void check() {
        if (hasFaults()) throw refusal();
    }

    /// All faults collected so far in one refusal.
    public Refusal refusal() {
        var first = faults.entrySet().iterator().next();
        var more = faults.size() == 1 ? "" : " (and %d more)".formatted(faults.size() - 1);
        return Refusal.badRequest(
                "%s: %s%s".formatted(first.getKey(), first.getValue().getFirst(), more), faults);
    }

    /// A fault found by the caller, at a path relative to this object.
    public void fault(String name, String why) {
        if (faults.size() >= FAULT_COUNT_MAX) return; // A body of ten thousand faults needs no ten thousand answers.
        var messages = faults.computeIfAbsent(prefix + name, _ -> new ArrayList<>());
        if (!messages.contains(why)) messages.add(why);
    }

    /// Adds faults that the kernel found, at paths relative to this object. Its clauses become sentences, as all
    /// messages here are. Faults of a field that could not be read are left out: the kernel did not see it.
    public void faults(List<PricingFault> found) {
        var unread = Set.copyOf(faults.keySet());
        for (var fault : found) {
            if (!unread.contains(prefix + fault.path())) fault(fault.path(), sentence(fault.message()));
        }
    }

    /// Adds faults that a rule found, by field. Faults of a field that could not be read are left out: the rule did
    /// not see it.
    public void faultsWhereRead(Map<String, String> found) {
        var unread = Set.copyOf(faults.keySet());
        found.forEach((name, why) -> {
            if (!unread.contains(prefix + name)) fault(name, why);
        });
    }

    private static String sentence(String clause) {
        var capital = clause.substring(0, 1).toUpperCase(Locale.ROOT) + clause.substring(1);
        return capital.endsWith(".") ? capital : capital + ".";
    }

    public boolean hasFaults() {
        return !faults.isEmpty();
    }

    /// Was the field sent at all, be it as null?
    public boolean has(String name) {
        return node.has(name);
    }

    /// Was a value sent, not null?
    public boolean isSent(String name) {
        return node.hasNonNull(name);
    }

    /// Reads a field that must be there and not null.
    public <T> Optional<T> require(String name, Function<String, Optional<T>> reader) {
        if (!isSent(name)) {
            fault(name, REQUIRED);
            return Optional.empty();
        }
        return reader.apply(name);
    }

    /// Reads a field of a PATCH: absent, null or a value.
    public <T> Change<T> change(String name, Function<String, Optional<T>> reader) {
        if (!node.has(name)) return new Change.Keep<>();
        if (node.get(name).isNull()) return new Change.Clear<>();
        return reader.apply(name).<Change<T>>map(Change.Set::new).orElseGet(Change.Keep::new);
    }

    /// Reads a field of a PATCH that cannot be empty: null is a fault.
    public <T> Optional<T> changeable(String name, Function<String, Optional<T>> reader) {
        if (node.has(name) && node.get(name).isNull()) fault(name, "This field cannot be null.");
        return isSent(name) ? reader.apply(name) : Optional.empty();
    }

    public Optional<String> text(String name) {
        return text(name, TEXT_LENGTH_MAX);
    }

    /// A text of bounded length, counted in code points as a reader counts characters.
    public Optional<String> text(String name, int max) {
        if (!isSent(name)) return Optional.empty();
        var value = node.get(name);
        if (value.textValue() == null) return wrong(name, "Must be a string.");
        var text = value.textValue();
        if (text.codePointCount(0, text.length()) > max) return wrong(name, "At most %d characters.".formatted(max));
        return Optional.of(text);
    }

    /// A text with something in it.
    public Optional<String> filledText(String name, int max) {
        var text = text(name, max);
        if (text.isPresent() && text.get().isBlank()) return wrong(name, "Must not be blank.");
        return text.map(String::strip);
    }

    /// Free text that people write for people: no card numbers in it.
    public Optional<String> note(String name, int max) {
        var text = text(name, max);
        if (text.isPresent() && CardNumbers.isIn(text.get())) return wrong(name, "Must not hold card numbers.");
        return text;
    }

    public Optional<String> email(String name) {
        var text = text(name, EMAIL_LENGTH_MAX);
        if (text.isPresent() && !EMAIL.matcher(text.get()).matches()) return wrong(name, "Must be an e-mail address.");
        return text;
    }

    public Optional<String> matching(String name, Pattern pattern, String otherwise) {
        var text = text(name, TEXT_LENGTH_MAX);
        if (text.isPresent() && !pattern.matcher(text.get()).matches()) return wrong(name, otherwise);
        return text;
    }

    public Optional<Zone> zone(String name) {
        var text = text(name);
        var zone = text.flatMap(Zone::parse);
        if (text.isPresent() && zone.isEmpty()) {
            return wrong(name, "Must be a name of the tz database such as Europe/Paris.");
        }
        return zone;
    }

    public Optional<Boolean> flag(String name) {
        if (!isSent(name)) return Optional.empty();
        var value = node.get(name);
        if (value.isBoolean()) return Optional.of(value.booleanValue());
        return wrong(name, "Must be true or false.");
    }

    /// A flag of a query, where everything is text.
    public Optional<Boolean> queryFlag(String name) {
        return oneOf(name, FLAGS);
    }

    /// As the API itself writes them.
    private static Map<String, Boolean> flags() {
        var flags = new LinkedHashMap<String, Boolean>();
        for (var word : List.of("true", "True", "1")) flags.put(word, true);
        for (var word : List.of("false", "False", "0")) flags.put(word, false);
        return Collections.unmodifiableMap(flags);
    }

    public Optional<Integer> integer(String name, int min, int max) {
        return longInteger(name, min, max).map(Math::toIntExact);
    }

    public Optional<Long> longInteger(String name, long min, long max) {
        if (!isSent(name)) return Optional.empty();
        var value = node.get(name);
        if (!value.isNumber()) return wrong(name, "Must be an integer.");
        var number = value.decimalValue();
        if (!isWhole(number)) return wrong(name, "Must be an integer.");
        if (number.compareTo(BigDecimal.valueOf(min)) < 0 || number.compareTo(BigDecimal.valueOf(max)) > 0) {
            return wrong(name, "Must be between %d and %d.".formatted(min, max));
        }
        return Optional.of(number.longValueExact());
    }

    /// A JSON number, exact, strictly between -10^14 and 10^14 with at most 12 decimals.
    public Optional<BigDecimal> number(String name) {
        if (!isSent(name)) return Optional.empty();
        var value = node.get(name);
        if (!value.isNumber()) return wrong(name, "Must be a number.");
        var number = value.decimalValue().stripTrailingZeros();
        if (number.precision() - number.scale() > 14 || number.scale() > 12) {
            return wrong(name, "Must lie between -100000000000000 and 100000000000000, with at most 12 decimals.");
        }
        return Optional.of(number);
    }

    /// A decimal string: optional minus, bounded digits on both sides of the point.
    public Optional<BigDecimal> decimal(String name, int integerDigits, int decimals) {
        if (!isSent(name)) return Optional.empty();
        var value = node.get(name);
        if (value.textValue() == null || !isDecimal(value.textValue(), integerDigits, decimals)) {
            return wrong(
                    name,
                    "Must be a decimal string with up to %d digits before and %d after the point."
                            .formatted(integerDigits, decimals));
        }
        return Optional.of(new BigDecimal(value.textValue()).stripTrailingZeros());
    }

    public Optional<UUID> uuid(String name) {
        if (!isSent(name)) return Optional.empty();
        var value = node.get(name);
        var id = value.textValue() != null ? Ids.parse(value.textValue()) : Optional.<UUID>empty();
        return id.isPresent() ? id : wrong(name, "Must be a UUID.");
    }

    public Optional<LocalDate> date(String name) {
        if (!isSent(name)) return Optional.empty();
        var value = node.get(name);
        if (value.textValue() == null || !DATE.matcher(value.textValue()).matches()) {
            return wrong(name, "Must be a date as YYYY-MM-DD.");
        }
        try {
            var date = LocalDate.parse(value.textValue());
            if (date.isBefore(EARLIEST) || date.isAfter(LATEST)) {
                return wrong(name, "Must lie between %s and %s.".formatted(EARLIEST, LATEST));
            }
            return Optional.of(date);
        } catch (DateTimeException noDate) {
            return wrong(name, "No such day.");
        }
    }

    /// An ISO 8601 timestamp with its zone designator.
    public Optional<Instant> moment(String name) {
        if (!isSent(name)) return Optional.empty();
        return moment(name, "");
    }

    private Optional<Instant> moment(String name, String orWhat) {
        var text = Optional.ofNullable(node.get(name).textValue());
        return text.flatMap(Fields::parsedMoment)
                .or(() -> wrong(
                        name,
                        "Must be a timestamp with a time zone, such as 2026-01-31T09:00:00Z%s, between %s and %s."
                                .formatted(orWhat, EARLIEST, LATEST)));
    }

    /// A moment, or a day of the given zone, which begins or ends it.
    public Optional<Instant> from(String name, Zone zone) {
        if (!isSent(name)) return Optional.empty();
        return isDay(name) ? date(name).map(zone::startOf) : moment(name, OR_A_DAY);
    }

    /// The end of a range: a moment, or a day of the given zone, which means its last moment, so that it is
    /// included.
    public Optional<Instant> until(String name, Zone zone) {
        if (!isSent(name)) return Optional.empty();
        return isDay(name)
                ? date(name).map(day -> WireDates.lastMoment(day, zone).toInstant())
                : moment(name, OR_A_DAY);
    }

    private boolean isDay(String name) {
        return node.get(name).isTextual() && node.get(name).textValue().length() == DAY_LENGTH;
    }

    private static Optional<Instant> parsedMoment(String text) {
        try {
            var moment = OffsetDateTime.parse(text);
            var date = moment.toLocalDate();
            if (date.isBefore(EARLIEST) || date.isAfter(LATEST)) return Optional.empty();
            return Optional.of(moment.toInstant().truncatedTo(ChronoUnit.MICROS)); // What the database keeps.
        } catch (DateTimeException noMoment) {
            return Optional.empty();
        }
    }

    /// One of the values of an enumeration of the API, by its exact name.
    public <E extends Enum<E>> Optional<E> oneOf(String name, E[] values) {
        return oneOf(name, words(Enum::name, values));
    }

    /// Values by the words that stand for them. They keep their order, in which a fault lists them.
    @SafeVarargs
    public static <E> Map<String, E> words(Function<E, String> word, E... values) {
        var words = LinkedHashMap.<String, E>newLinkedHashMap(values.length);
        for (var value : values) words.put(word.apply(value), value);
        return Collections.unmodifiableMap(words);
    }

    /// The ISO 4217 code of a currency (rule C-02), whether or not the seller has enabled it.
    public Optional<Currency> currency(String name) {
        if (!isSent(name)) return Optional.empty();
        var code = Optional.ofNullable(node.get(name).textValue());
        var known = code.flatMap(Currency::parse);
        if (known.isPresent()) return known;
        boolean isShort =
                code.filter(text -> text.length() <= CURRENCY_SHOWN_LENGTH_MAX).isPresent();
        var subject = isShort ? code.get() + " is not" : "Must be";
        return wrong(name, subject + " the ISO 4217 code of a currency in circulation, such as USD.");
    }

    public <E> Optional<E> oneOf(String name, Map<String, E> values) {
        if (!isSent(name)) return Optional.empty();
        var value = node.get(name);
        var known =
                value.textValue() != null ? Optional.ofNullable(values.get(value.textValue())) : Optional.<E>empty();
        return known.isPresent()
                ? known
                : wrong(name, "Must be one of %s.".formatted(String.join(", ", values.keySet())));
    }

    /// A nested object; absent and null read as empty.
    public Optional<Fields> object(String name) {
        if (!isSent(name)) return Optional.empty();
        var value = node.get(name);
        if (!value.isObject()) return wrong(name, "Must be an object.");
        return Optional.of(new Fields(value, prefix + name + ".", faults));
    }

    /// A list of objects. Absent and null read as empty; each element is read with its own path.
    public <T> Optional<List<T>> objects(String name, int max, Function<Fields, T> reader) {
        return elements(name, max).map(elements -> {
            var read = new ArrayList<T>(elements.size());
            for (int i = 0; i < elements.size(); i++) {
                var element = name + "[" + i + "]"; // Not `formatted`: this runs for every brick of every estimate.
                if (elements.get(i).isObject()) {
                    read.add(reader.apply(new Fields(elements.get(i), prefix + element + ".", faults)));
                } else {
                    fault(element, "Must be an object.");
                }
            }
            return List.copyOf(read);
        });
    }

    /// A list of plain values, each read by a reader of this class: `fields.each("emails", 50, Fields::email)`. With a
    /// faulty one in it, there is no list.
    public <T> Optional<List<T>> each(String name, int max, ElementReader<T> reader) {
        return elements(name, max).flatMap(elements -> {
            var read = new ArrayList<T>(elements.size());
            for (int i = 0; i < elements.size(); i++) {
                var key = name + "[" + i + "]";
                var one = new Fields(JsonNodeFactory.instance.objectNode().set(key, elements.get(i)), prefix, faults);
                one.require(key, field -> reader.read(one, field)).ifPresent(read::add);
            }
            return read.size() < elements.size() ? Optional.empty() : Optional.of(List.copyOf(read));
        });
    }

    /// A list of plain values, each at most once.
    public <T> Optional<List<T>> eachOnce(String name, int max, ElementReader<T> reader) {
        var list = each(name, max, reader);
        if (list.filter(all -> Set.copyOf(all).size() < all.size()).isPresent())
            fault(name, "Must not hold a value twice.");
        return list;
    }

    /// A list of plain values, or one value that stands for a list of it alone.
    public <T> Optional<List<T>> oneOrEach(String name, int max, ElementReader<T> reader) {
        boolean isOne = isSent(name) && node.get(name).isValueNode();
        return isOne ? reader.read(this, name).map(List::of) : each(name, max, reader);
    }

    @FunctionalInterface
    public interface ElementReader<T> {
        Optional<T> read(Fields fields, String name);
    }

    public Optional<List<String>> texts(String name, int max, int length) {
        return each(name, max, (fields, field) -> fields.text(field, length));
    }

    /// Any JSON, kept as it came.
    public Optional<JsonNode> json(String name) {
        return isSent(name) ? Optional.of(node.get(name)) : Optional.empty();
    }

    private Optional<JsonNode> elements(String name, int max) {
        if (!isSent(name)) return Optional.empty();
        var sent = node.get(name);
        var value =
                sent instanceof FormValue ? JsonNodeFactory.instance.arrayNode().add(sent) : sent;
        if (!value.isArray()) return wrong(name, "Must be a list.");
        if (value.size() <= max) return Optional.of(value);
        fault(name, "At most %d entries.".formatted(max));
        return Optional.empty();
    }

    /// One value was wanted; where a query holds several, that is what is wrong.
    private <T> Optional<T> wrong(String name, String why) {
        fault(name, node.get(name) instanceof Forms.Repeated ? ONCE : why);
        return Optional.empty();
    }

    private static boolean isWhole(BigDecimal number) {
        return number.signum() == 0
                || (number.precision() - number.scale() <= 19
                        && number.stripTrailingZeros().scale() <= 0);
    }

    private static boolean isDecimal(String text, int integerDigits, int decimals) {
        int start = text.startsWith("-") ? 1 : 0;
        int point = text.indexOf('.');
        var whole = text.substring(start, point < 0 ? text.length() : Math.max(start, point));
        var fraction = point < 0 ? "" : text.substring(point + 1);
        return whole.length() <= integerDigits
                && fraction.length() <= decimals
                && whole.length() + fraction.length() > 0
                && isDigits(whole)
                && isDigits(fraction);
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) < '0' || text.charAt(i) > '9') return false;
        return true;
    }
}
