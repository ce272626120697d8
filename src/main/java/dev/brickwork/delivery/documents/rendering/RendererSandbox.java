package dev.brickwork.delivery.documents.rendering;

import com.ibm.icu.text.Bidi;
import com.openhtmltopdf.bidi.support.ICUBidiSplitter;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import com.openhtmltopdf.util.XRLog;
import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2D;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.LogFactory;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.xmpbox.XMPMetadata;

/// The command line of the child process that renders foreign HTML: the same JDK, only the jars it needs, as little
/// of the machine as the machine lets us take away, and limits that the kernel keeps.
///
/// The limits are set by the shell's `ulimit`, which every child inherits:
/// - CPU 5 s; no core dump; no file may be written at all (the PDF leaves through the pipe);
/// - memory 512 MiB as *data* (`-d`): since Linux 4.7 this counts what is private and writable. Address space
///   (`-v`) is no measure for a JVM, which reserves far more than it uses: it does not even start under 700 MiB,
///   though it needs 100. It stands at 2 GiB only as a second wall;
/// - the heap is bounded far below, so that a large document ends in an error of ours and not in a kill.
public final class RendererSandbox {
    /// How much the child is cut off.
    public enum Walls {
        /// bubblewrap: no network, own process space, and no file but the JDK, its libraries and our jars.
        BUBBLEWRAP,
        /// A network name space of its own, without any interface.
        NO_NETWORK,
        /// Limits only. The renderer itself still refuses every address.
        LIMITS_ONLY
    }

    private static final int CPU_SECONDS = 5;
    private static final int DATA_KIB = 512 * 1024;
    private static final int ADDRESS_KIB = 2 * 1024 * 1024;
    private static final int TRY_SECONDS = 20;

    private static final List<Class<?>> PARTS = List.of(
            RendererSandbox.class,
            PdfRendererBuilder.class,
            XRLog.class,
            ICUBidiSplitter.class,
            Bidi.class,
            PDDocument.class,
            IOUtils.class,
            TrueTypeFont.class,
            XMPMetadata.class,
            PdfBoxGraphics2D.class,
            LogFactory.class);

    private final Walls walls;

    public RendererSandbox(Walls walls) {
        this.walls = walls;
    }

    /// The best walls that work here, found by starting the JDK behind them once.
    static RendererSandbox best() {
        return Stream.of(Walls.values())
                .map(RendererSandbox::new)
                .filter(RendererSandbox::works)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no child process can be started"));
    }

    List<String> command(Class<?> main) {
        return around(List.of("-cp", classPath(), main.getName()));
    }

    private boolean works() {
        try {
            var process = new ProcessBuilder(around(List.of("-version")))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var isDone = process.waitFor(TRY_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            return isDone && process.exitValue() == 0;
        } catch (IOException e) {
            return false; // The program of these walls is not installed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private List<String> around(List<String> arguments) {
        var command = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                "ulimit -c 0; ulimit -f 0; ulimit -t %d; ulimit -d %d; ulimit -v %d; exec \"$@\""
                        .formatted(CPU_SECONDS, DATA_KIB, ADDRESS_KIB),
                "sh"));
        switch (walls) {
            case BUBBLEWRAP -> command.addAll(bubblewrap());
            case NO_NETWORK -> command.addAll(List.of("unshare", "--user", "--map-root-user", "--net", "--"));
            case LIMITS_ONLY -> {}
        }
        command.add(javaHome().resolve("bin/java").toString());
        command.addAll(List.of(
                "-Xmx256m",
                "-Xss1m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:ReservedCodeCacheSize=32m",
                "-XX:CompressedClassSpaceSize=48m",
                "-XX:-UsePerfData",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=/dev/null",
                "-Djava.awt.headless=true"));
        command.addAll(arguments);
        return List.copyOf(command);
    }

    private static List<String> bubblewrap() {
        var command = new ArrayList<>(List.of("bwrap", "--unshare-all", "--die-with-parent", "--new-session"));
        for (var folder : List.of("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache"))
            command.addAll(List.of("--ro-bind-try", folder, folder));
        readable(command, javaHome());
        for (var part : PARTS) readable(command, home(part));
        command.addAll(List.of("--proc", "/proc", "--dev", "/dev", "--chdir", "/", "--"));
        return command;
    }

    private static void readable(List<String> command, Path path) {
        command.addAll(List.of("--ro-bind", path.toString(), path.toString()));
    }

    private static Path javaHome() {
        return Path.of(System.getProperty("java.home"));
    }

    private static String classPath() {
        return PARTS.stream().map(part -> home(part).toString()).distinct().collect(Collectors.joining(":"));
    }

    private static Path home(Class<?> part) {
        try {
            return Path.of(
                    part.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
