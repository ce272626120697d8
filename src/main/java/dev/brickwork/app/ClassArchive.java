package dev.brickwork.app;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The archive of loaded classes that halves the time of later starts. A service that started without one lets another
/// process make it, once it is ready: Java itself would do so when it ends, which makes the first stop slow.
///
/// The launcher decides: it names the archive, and the list of classes that Java writes meanwhile.
final class ClassArchive {
    private static final Logger LOG = System.getLogger(ClassArchive.class.getName());
    private static final String ARCHIVE = "brickwork.archive";
    private static final String CLASS_LIST = "-XX:DumpLoadedClassList=";

    /// Of the list only whole lines are taken, since Java goes on writing it. The archive gets its name when it is
    /// whole, and the process goes on when the service stops meanwhile.
    private static final String MAKE = """
            classes=$1 archive=$2
            shift 2
            trap 'rm -f "$archive.$$" "$archive.$$.classes"' EXIT
            sed '$d' "$classes" >"$archive.$$.classes" &&
                nice -n 19 "$@" -Xshare:dump "-XX:SharedClassListFile=$archive.$$.classes" \\
                    "-XX:SharedArchiveFile=$archive.$$" &&
                mv "$archive.$$" "$archive"
            rm -f "$classes"
            """;

    private ClassArchive() {}

    static void makeInBackground() {
        var archive = System.getProperty(ARCHIVE);
        if (archive == null) return;
        var options = ManagementFactory.getRuntimeMXBean().getInputArguments();
        var list =
                options.stream().filter(option -> option.startsWith(CLASS_LIST)).findFirst();
        if (list.isEmpty()) return;
        var command =
                new ArrayList<>(List.of("sh", "-c", MAKE, "sh", list.get().substring(CLASS_LIST.length()), archive));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        options.stream().filter(option -> !option.equals(list.get())).forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path", "")));
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .getOutputStream()
                    .close();
        } catch (IOException broken) {
            LOG.log(Level.WARNING, "class_archive_failed cause={0}", broken.toString()); // The service does without.
        }
    }
}
