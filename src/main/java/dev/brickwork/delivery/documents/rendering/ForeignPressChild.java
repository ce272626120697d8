package dev.brickwork.delivery.documents.rendering;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;

/// The child process: XHTML comes in, a PDF goes out, and the exit code says how it went. It is started by
/// [ForeignPress] for one document and never lives longer.
public final class ForeignPressChild {
    public static final int PAGES_MAX = 200;
    static final int EXIT_UNREADABLE = 4;
    static final int EXIT_TOO_MANY_PAGES = 5; // Not 3: with that the JVM says that it is out of memory.

    private ForeignPressChild() {}

    public static void main(String[] arguments) throws IOException {
        URL.setURLStreamHandlerFactory(_ -> new Refusing());
        var out = System.out;
        System.setOut(System.err); // Whatever a library prints must not end up in the PDF.
        var html = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        var pdf = new ByteArrayOutputStream();
        try {
            PdfRenderer.print(html, pdf, 1, PAGES_MAX);
        } catch (PdfRenderer.TooManyPages e) {
            System.exit(EXIT_TOO_MANY_PAGES);
        } catch (RuntimeException | StackOverflowError e) {
            System.exit(EXIT_UNREADABLE);
        }
        pdf.writeTo(out);
        out.flush();
    }

    /// One more wall for machines without any other: no scheme but the JDK's own for its classes can be opened.
    private static final class Refusing extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            throw new IOException("refused");
        }
    }
}
