package dev.brickwork.house;

import static java.util.Map.entry;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Two services in one JVM share nothing that changes: no static field of main holds state. A static field is
/// final and of a type whose values cannot change, or a collection that was made unmodifiable.
@Tag("fast")
final class StaticStateTest {
    private static final String ROOT = "dev/brickwork/";

    /// The fields that hold something that can change, each with the reason why services may share it.
    private static final Map<String, String> SHARED = Map.ofEntries(
            entry("delivery.documents.rendering.Typefaces.PARSED", "a cache of fonts, which are read only"),
            entry(
                    "delivery.documents.rendering.Xhtml.PARSER",
                    "one parser for each thread, which is reset by each page"),
            entry("sellers.keys.KeyText.SHA_256", "it is copied for each use, and never used itself"),
            entry(
                    "platform.database.WatchedSockets.OPEN",
                    "the driver makes it by its name; each socket has a limit of its own"),
            entry("platform.http.front.Server.NAMES", "a cache of header names, which cannot change"),
            entry("platform.telemetry.Span.NONE", "it has no collector, and takes in nothing"),
            entry("platform.telemetry.Span.SILENT", "it has no collector, and takes in nothing"));

    /// Types whose values cannot change, or are configured where they are made and not afterwards; chance, and
    /// logs, which have no memory that a service could see. Arrays are tables.
    private static final Pattern CONSTANT = Pattern.compile("""
            [ZBCSIJ]|\\[[BCIJ]|\\[Ljava/lang/String;\
            |L(java/lang/(String|Class|ScopedValue|System\\$Logger)|java/math/\\w+|java/time/[\\w/]+|java/util/regex/Pattern\
            |java/util/(Comparator|Locale|Optional|OptionalLong|UUID|Base64\\$Encoder|logging/Logger|logging/Formatter)\
            |java/util/function/\\w+|java/net/(URI|InetAddress)|java/nio/file/attribute/FileAttribute\
            |java/security/SecureRandom|org/slf4j/Logger\
            |com/fasterxml/jackson/(core/JsonFactory|databind/ObjectMapper|databind/ObjectReader)\
            |io/helidon/http/(Header|HeaderName)\
            |com/openhtmltopdf/css/sheet/Stylesheet|org/owasp/html/CssSchema|dev/brickwork/platform/i18n/MessageBundle);""");

    private static final Pattern COLLECTION = Pattern.compile("Ljava/util/(Map|Set|List|Collection);");

    private static final Pattern UNMODIFIABLE = Pattern.compile(
            "java/util/(Map|Set|List)\\.(of|ofEntries|copyOf)|java/util/Collections\\.unmodifiable\\w+|java/util/stream/Stream\\.toList");

    private static final Map<String, ClassModel> CLASSES = classes();

    @Test
    void noStaticFieldHoldsState() {
        var found = new TreeSet<String>();
        for (var type : CLASSES.values()) {
            for (var field : type.fields()) {
                if (field.flags().has(AccessFlag.STATIC) && !isConstant(type, field)) found.add(name(type, field));
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(SHARED.keySet());
    }

    private static boolean isConstant(ClassModel type, FieldModel field) {
        if (field.flags().has(AccessFlag.SYNTHETIC)) return true; // Of the compiler, for enums.
        if (!field.flags().has(AccessFlag.FINAL)) return false;
        var its = field.fieldType().stringValue();
        return COLLECTION.matcher(its).matches() ? isMadeUnmodifiable(type, field) : isConstant(its);
    }

    private static boolean isConstant(String descriptor) {
        if (CONSTANT.matcher(descriptor).matches()) return true;
        return Optional.ofNullable(CLASSES.get(descriptor.replaceAll("^L|;$", "")))
                .filter(StaticStateTest::isConstant)
                .isPresent();
    }

    /// Of ours: records, interfaces of one function, and what has no field that could change.
    private static boolean isConstant(ClassModel type) {
        boolean isRecord = type.superclass().orElseThrow().asInternalName().equals("java/lang/Record");
        return isRecord
                || type.fields().stream()
                        .filter(field -> !field.flags().has(AccessFlag.STATIC))
                        .allMatch(field -> field.flags().has(AccessFlag.FINAL)
                                && isConstant(field.fieldType().stringValue()));
    }

    private static boolean isMadeUnmodifiable(ClassModel type, FieldModel field) {
        var beginning = type.methods().stream()
                .filter(method -> method.methodName().equalsString("<clinit>"))
                .findAny();
        return beginning.isPresent()
                && isUnmodifiable(
                        beginning.get(),
                        instruction -> instruction instanceof FieldInstruction it
                                && it.opcode() == Opcode.PUTSTATIC
                                && it.name().equals(field.fieldName()));
    }

    /// Whether something unmodifiable was made right before each of these instructions, here or in a method of
    /// ours that returns it.
    private static boolean isUnmodifiable(MethodModel method, Function<Instruction, Boolean> isUse) {
        var made = Optional.<InvokeInstruction>empty();
        for (var element : method.code().orElseThrow()) {
            if (!(element instanceof Instruction instruction) || element instanceof TypeCheckInstruction) continue;
            if (isUse.apply(instruction)
                    && made.filter(StaticStateTest::isUnmodifiable).isEmpty()) return false;
            made = instruction instanceof InvokeInstruction call ? Optional.of(call) : Optional.empty();
        }
        return true;
    }

    private static boolean isUnmodifiable(InvokeInstruction call) {
        var owner = call.owner().asInternalName();
        if (UNMODIFIABLE.matcher(owner + "." + call.name().stringValue()).matches()) return true;
        return Optional.ofNullable(CLASSES.get(owner)).stream()
                .flatMap(type -> type.methods().stream())
                .filter(method -> method.methodName().equals(call.name())
                        && method.methodType().equals(call.type()))
                .anyMatch(method -> isUnmodifiable(method, instruction -> instruction.opcode() == Opcode.ARETURN));
    }

    private static String name(ClassModel type, FieldModel field) {
        var its = type.thisClass().asInternalName().substring(ROOT.length()).replace('/', '.');
        return its + "." + field.fieldName().stringValue();
    }

    /// But for the generated ones of templates.
    private static Map<String, ClassModel> classes() {
        try (var files = Files.walk(Path.of("target/classes", ROOT))) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.toString().contains("/templates/"))
                    .map(StaticStateTest::parsed)
                    .collect(toMap(type -> type.thisClass().asInternalName(), Function.identity()));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static ClassModel parsed(Path file) {
        try {
            return ClassFile.of().parse(file);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
