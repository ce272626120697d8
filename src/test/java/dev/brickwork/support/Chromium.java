package dev.brickwork.support;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/// One Chromium for all tests of pages. Where there is none, they are shown as skipped, with the reason.
public final class Chromium implements BeforeAllCallback {
    public static final Path PICTURES = Path.of("target/pictures");

    private static final class Holder {
        static final Browser BROWSER = Browser.open();
    }

    public static Browser browser() {
        return Holder.BROWSER;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (Browser.installed().isEmpty())
            throw new TestAbortedException("no Chromium here: the pages were not looked at");
    }
}
