package dev.brickwork.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Keeps the words of code and documents plain: named subjects, comments that stand alone, names of the field.
@Tag("fast")
final class LanguageTest {
    /// Words that name no subject. In quotes it is the name of a Unix account.
    private static final Pattern VAGUE =
            Pattern.compile("(?<![\"`])\\b([Ww]hoever|[Nn]obody|[Ss]omebody|[Aa]nybody)\\b(?![\"`])");

    /// Words that said nothing to who did not know them already. `Draft` of a plan is the API's own word.
    private static final Set<String> RETIRED = Set.of("""
            Agreement Agreed Sides Bills Works AgreeWorks Moments Course KeepTime Unbilled Reductions OpenBills Bill
            ToIssue Opening Post Paper TakeCreditBack MoveMoney TakeMoney AskAgain Collect Collecting PayersSide Nap
            Circumstances Checked Worth Stretch Segment Ramp Lanes Stripes Look Lines Turns Shares Insistence
            Remembered Mutation Front Arrival HeadWatch BodyRoom HeavyWork Heads Seal HeldUp Bite Fate Tried Gates
            TurnOff CarryOver Carrier Push Pushed BooksLine Sheet Cell Reader Site Press Cage ForeignHtml Archival
            LetGo Enclosure House Till Desk Office Beside MoodyServer
            """.strip().split("\\s+"));

    @Test
    void theSubjectIsNamed() throws IOException {
        var vague = new ArrayList<String>();
        for (var file : Stream.concat(java(), documents()).toList())
            VAGUE.matcher(Files.readString(file)).results().forEach(found -> vague.add(file + ": " + found.group()));
        assertThat(vague).isEmpty();
    }

    @Test
    void aDocCommentStandsAlone() throws IOException {
        var dependent = new ArrayList<String>();
        for (var file : java().toList()) {
            boolean isInside = false;
            for (var line : Files.readAllLines(file)) {
                boolean isDoc = line.strip().startsWith("///");
                if (isDoc && !isInside && line.strip().matches("/// (The same|What)\\b.*"))
                    dependent.add(file + ": " + line);
                isInside = isDoc;
            }
        }
        assertThat(dependent).isEmpty();
    }

    @Test
    void aRetiredNameDoesNotComeBack() throws IOException {
        assertThat(java().map(file -> file.getFileName().toString().replace(".java", "")))
                .doesNotContainAnyElementsOf(RETIRED);
    }

    /// Tables and code keep their lines.
    @Test
    void proseWrapsAt120() throws IOException {
        var tooLong = new ArrayList<String>();
        for (var file : documents().toList()) {
            boolean isCode = false;
            for (var line : Files.readAllLines(file)) {
                if (line.strip().startsWith("```")) isCode = !isCode;
                if (!isCode && !line.strip().startsWith("|") && line.length() > 120) tooLong.add(file + ": " + line);
            }
        }
        assertThat(tooLong).isEmpty();
    }

    private static Stream<Path> documents() throws IOException {
        var inFront = Stream.of("README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "SECURITY");
        return Stream.concat(files("docs", ".md"), inFront.map(name -> Path.of(name + ".md")));
    }

    private static Stream<Path> java() throws IOException {
        return files("src", ".java").filter(file -> !file.endsWith("LanguageTest.java"));
    }

    private static Stream<Path> files(String folder, String suffix) throws IOException {
        try (var paths = Files.walk(Path.of(folder))) {
            return paths.filter(path -> path.toString().endsWith(suffix)).toList().stream();
        }
    }
}
