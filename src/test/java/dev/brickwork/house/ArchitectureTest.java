package dev.brickwork.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantPool;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Rules of the structure: which module may know which, no floating point near money, every statement names its seller.
@Tag("verify")
final class ArchitectureTest {
    private static final String ROOT = "dev.brickwork";
    private static final String APP = ROOT + ".app";
    private static final JavaClasses MAIN = imported();

    /// Our classes alone: the rules ask for the names of what they depend on, and of the JDK and the libraries nothing
    /// else.
    private static JavaClasses imported() {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .withImportOption(location -> !location.contains("/templates/")) // Generated; of the room it serves.
                .importPath(Path.of("target/classes/dev/brickwork"));
    }

    /// A module knows the modules before it: reference data, books of record, use cases, edges.
    private static final List<String> MODULES = List.of(
            "pricing",
            "platform",
            "ids",
            "sellers",
            "tax",
            "customers",
            "catalog",
            "ledger",
            "contracts",
            "metering",
            "invoicing",
            "payments",
            "billing",
            "delivery",
            "integrations",
            "web",
            "privacy");

    private static final List<String> EDGES = List.of(
            "delivery.documents",
            "delivery.mail",
            "delivery.webhooks",
            "integrations.accounting",
            "web.portal",
            "web.console");

    private static String in(String module) {
        return ROOT + "." + module + "..";
    }

    /// Statements stand in stores, views and operations, where a reader looks for them.
    @Test
    void aResourceHoldsNoStatement() {
        noClasses()
                .that()
                .haveSimpleNameEndingWith("Resource")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jdbi.v3.core.statement..")
                .check(MAIN);
    }

    @Test
    void pricingKnowsOnlyTheLanguage() {
        classes()
                .that()
                .resideInAPackage(in("pricing"))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        in("pricing"), "java.lang..", "java.math..", "java.time..", "java.util..", "org.jspecify..")
                .check(MAIN);
    }

    @Test
    void modulesKnowOnlyThoseBeforeThem() {
        for (int i = 0; i < MODULES.size(); i++) {
            var forbidden = MODULES.subList(i + 1, MODULES.size()).stream()
                    .map(ArchitectureTest::in)
                    .toArray(String[]::new);
            if (forbidden.length == 0) continue;
            noClasses()
                    .that()
                    .resideInAPackage(in(MODULES.get(i)))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(forbidden)
                    .check(MAIN);
        }
    }

    @Test
    void everyPackageBelongsToAModule() {
        var known = Stream.concat(MODULES.stream(), Stream.of("app", "bench", "demo"))
                .map(ArchitectureTest::in)
                .toArray(String[]::new);
        classes().should().resideInAnyPackage(known).check(MAIN);
    }

    /// So that what a processor does can be told without what we make of it.
    @Test
    void processorsKnowNoModule() {
        var processors = ROOT + ".payments.processor..";
        classes()
                .that()
                .resideInAPackage(processors)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(processors, in("pricing"), in("platform"))
                        .or(not(resideInAnyPackage(ROOT + ".."))))
                .check(MAIN);
    }

    @Test
    void edgesDoNotKnowOneAnother() {
        for (var edge : EDGES) {
            var others = EDGES.stream()
                    .filter(other -> !other.equals(edge))
                    .map(ArchitectureTest::in)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(in(edge))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .allowEmptyShould(true)
                    .check(MAIN);
        }
    }

    @Test
    void noModuleKnowsTheApplication() {
        noClasses()
                .that(resideInAnyPackage(in("pricing"), in("platform")))
                .or(not(resideInAnyPackage(APP)).and(not(nameMatching(".*package-info"))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(APP)
                .check(MAIN);
    }

    /// The benchmark is packaged apart from the service (`target/brickwork-bench.jar`), which runs without it.
    @Test
    void theServiceDoesNotKnowTheBenchmark() {
        noClasses()
                .that()
                .resideOutsideOfPackage(in("bench"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(in("bench"))
                .check(MAIN);
    }

    /// It is a client of the API that starts the service as a process. Of the platform it uses tools (JSON, the
    /// embedded database), of the modules only the form of an operator key.
    @Test
    void theBenchmarkKnowsTheServiceFromOutside() {
        classes()
                .that()
                .resideInAPackage(in("bench"))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(in("bench"), in("platform"))
                        .or(nameMatching(".*\\.Keys"))
                        .or(not(resideInAnyPackage(ROOT + ".."))))
                .check(MAIN);
    }

    /// Each package is a slice of its own, root packages of modules included.
    @Test
    void thereAreNoCycles() {
        slices().matching("(" + ROOT + "..)").should().beFreeOfCycles().check(MAIN);
    }

    /// The compiler lets a value of such a class pass through code that does not name it. The JVM may refuse it
    /// there, and not before that code runs.
    @Test
    void whatIsNotPublicIsNotSeenElsewhere() throws IOException, ClassNotFoundException {
        var faults = new TreeSet<String>();
        for (var file : files("target/classes/dev", ".class")) {
            var seeing = ClassFile.of().parse(file);
            var from = seeing.thisClass().asSymbol().packageName();
            for (var seen : seen(seeing.constantPool())) {
                var type = Class.forName(seen.replace('/', '.'), false, ArchitectureTest.class.getClassLoader());
                if (!Modifier.isPublic(type.getModifiers())
                        && !type.getPackageName().equals(from)) {
                    faults.add("%s sees %s".formatted(seeing.thisClass().asInternalName(), seen));
                }
            }
        }
        assertThat(faults).isEmpty();
    }

    /// Those of ours, by themselves or in the shape of a method or field.
    private static Set<String> seen(ConstantPool pool) {
        var ours = Pattern.compile("\\bL?(dev/brickwork/[^;<>\\[]+)");
        var all = new TreeSet<String>();
        for (var entry : pool) {
            var shape = switch (entry) {
                case ClassEntry type -> type.asInternalName();
                case NameAndTypeEntry member -> member.type().stringValue();
                case MethodTypeEntry method -> method.descriptor().stringValue();
                default -> "";
            };
            ours.matcher(shape).results().forEach(match -> all.add(match.group(1)));
        }
        return all;
    }

    /// Floats lose cents. Metrics in plumbing may use them, templates are generated, and a benchmark measures.
    @Test
    void nothingInMainUsesFloatingPoint() throws IOException {
        var floating = Pattern.compile("\\b(float|double|Float|Double)\\b");
        assertThat(sources().stream()
                        .filter(file -> !file.toString().contains("/bench/"))
                        .filter(file -> !file.endsWith("Metrics.java"))
                        .flatMap(file -> code(file)
                                .lines()
                                .filter(line -> floating.matcher(line).find())
                                .map(line -> file + ": " + line.strip()))
                        .toList())
                .isEmpty();
    }

    /// In the pool that all share a race may wait for itself for ever ([dev.brickwork.support.InThread]).
    @Test
    void whatRunsMeanwhileHasAThreadOfItsOwn() throws IOException {
        var async = Pattern.compile("\\b(supply|run)Async\\(");
        assertThat(files("src", ".java"))
                .filteredOn(file -> async.matcher(code(file)).find())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("InThread.java");
    }

    /// A time that is enough on one machine is too short on another, and too long on a third
    /// ([dev.brickwork.support.Await]; [dev.brickwork.support.Slow] where time is the subject).
    @Test
    void testsWaitForWhatCanBeSeen() throws IOException {
        assertThat(files("src/test/java", ".java"))
                .filteredOn(file -> code(file).matches("(?s).*(\\.sleep|LockSupport\\.park\\w*)\\(.*"))
                .extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrder("Await.java", "Slow.java");
    }

    /// Files hold keys, mails and personal data: one class creates them, for the account of the service alone.
    @Test
    void filesAreCreatedPrivate() throws IOException {
        var creating = Pattern.compile(
                "\\bFiles\\.(createDirector|createFile|write|newOutput|newBufferedWriter|newByteChannel)"
                        + "|\\bFileChannel\\.open\\(.*CREATE|\\bnew (FileOutputStream|FileWriter|RandomAccessFile)\\(|\\.mkdirs?\\(");
        assertThat(sources().stream()
                        .filter(file -> !file.endsWith("PrivateFiles.java"))
                        .flatMap(file -> code(file)
                                .lines()
                                .filter(line -> creating.matcher(line).find())
                                .map(line -> file + ": " + line.strip()))
                        .toList())
                .isEmpty();
    }

    /// Isolation rests on it. The exceptions know no seller yet, or serve all of them, and say so in their text.
    @Test
    void everyStatementNamesTheSeller() throws IOException {
        var block =
                Pattern.compile("\"\"\"\\n(.*?)\"\"\"|\\.(?:query|update|batch)\\(\\s*\"([^\"]+)\"", Pattern.DOTALL);
        var statement = Pattern.compile("^\\s*(SELECT|INSERT|UPDATE|DELETE|WITH|COPY)\\b");
        var faults = new ArrayList<String>();
        for (var file : sources()) {
            var source = read(file);
            var match = block.matcher(source);
            while (match.find()) {
                var text = match.group(1) != null ? match.group(1) : match.group(2);
                if (!statement.matcher(text).find() || text.contains("seller_id")) continue;
                var after = source.substring(match.end(), source.indexOf('\n', match.end()));
                if (after.contains(" + where.sql()")) continue; // `Where` begins with the seller.
                if (EXCEPTIONS.stream().noneMatch(text::contains)) faults.add(file + ": " + text.strip());
            }
        }
        assertThat(faults).isEmpty();
    }

    /// Who meets `rule M-04` in the code finds it in `docs/rules`.
    @Test
    void whatIsCitedIsWritten() throws IOException {
        var written = files("docs/rules", ".md").stream()
                .flatMap(file -> found("(?m)^### ([A-Z]-\\d\\d) ", file))
                .toList();
        assertThat(written).contains("M-04", "U-03").doesNotHaveDuplicates();
        assertThat(sources())
                .allSatisfy(file ->
                        assertThat(found("(?<!-)\\b([A-Z]-\\d\\d)\\b", file)).isSubsetOf(written));
    }

    private static Stream<String> found(String pattern, Path file) {
        return Pattern.compile(pattern).matcher(read(file)).results().map(one -> one.group(1));
    }

    private static final List<String> EXCEPTIONS = List.of(
            "FROM api_key k", // The look-up of a key finds the seller.
            "pg_", // The catalogue of the database and its locks.
            "flyway_schema_history",
            "FROM outbox_task", // The age of the oldest waiting task, over all sellers.
            "current_setting",
            "server_version");

    private static List<Path> sources() throws IOException {
        return Stream.concat(files("src/main/java", ".java").stream(), files("src/bench/java", ".java").stream())
                .toList();
    }

    private static List<Path> files(String folder, String ending) throws IOException {
        try (var files = Files.walk(Path.of(folder))) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException broken) {
            throw new java.io.UncheckedIOException(broken);
        }
    }

    private static final Pattern COMMENT_OR_TEXT = Pattern.compile("(?s:\"\"\".*?\"\"\")"
            + "|\"(?:[^\"\\\\\\n]++|\\\\.)*+\""
            + "|'(?:[^'\\\\]|\\\\.[^']*+)'"
            + "|//[^\\n]*+"
            + "|(?s:/\\*.*?\\*/)");

    /// Of all files, since several rules read them.
    private static final Map<Path, String> CODE = new ConcurrentHashMap<>();

    /// Without comments and texts.
    private static String code(Path file) {
        return CODE.computeIfAbsent(
                file, one -> COMMENT_OR_TEXT.matcher(read(one)).replaceAll("\"\""));
    }
}
