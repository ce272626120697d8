package dev.brickwork.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// One page of a [Browser], used as a person uses it: with a mouse, a keyboard and eyes.
public final class Page implements AutoCloseable {
    private static final int PHONE_WIDTH = 390;

    private record Key(String code, int number, String text) {}

    private static final Map<String, Key> KEYS = Map.of(
            "Tab", new Key("Tab", 9, ""),
            "Enter", new Key("Enter", 13, "\r"),
            "Space", new Key("Space", 32, " "),
            "ArrowDown", new Key("ArrowDown", 40, ""),
            "ArrowUp", new Key("ArrowUp", 38, ""));

    private final Browser browser;
    private final String session;
    private final String context;
    private final AtomicInteger loads = new AtomicInteger();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final List<String> downloads = new CopyOnWriteArrayList<>();

    Page(Browser browser, String session, String context) {
        this.browser = browser;
        this.session = session;
        this.context = context;
        browser.listen(this::hear);
        send("Page.enable", fields -> {});
        send("Log.enable", fields -> {});
        send("Runtime.enable", fields -> {});
        send("Network.enable", fields -> {});
    }

    private void hear(JsonNode event) {
        var params = event.path("params");
        if (event.path("method").asText().equals("Browser.downloadProgress")
                && params.path("state").asText().equals("completed")) {
            downloads.add(params.path("guid").asText());
        }
        if (!event.path("sessionId").asText().equals(session)) return;
        switch (event.path("method").asText()) {
            case "Page.loadEventFired" -> loads.incrementAndGet();
            case "Log.entryAdded" ->
                problems.add(params.path("entry").path("source").asText() + ": "
                        + params.path("entry").path("text").asText());
            case "Runtime.exceptionThrown" ->
                problems.add(params.path("exceptionDetails").path("text").asText());
            default -> {}
        }
    }

    public Page phone() {
        return size(PHONE_WIDTH, 844);
    }

    public Page size(int width, int height) {
        send(
                "Emulation.setDeviceMetricsOverride",
                fields -> fields.put("width", width)
                        .put("height", height)
                        .put("deviceScaleFactor", 1)
                        .put("mobile", width < 600));
        return this;
    }

    public Page dark() {
        return dark("");
    }

    /// Shows the page as it is printed by a browser with a dark colour scheme.
    public Page printed() {
        return dark("print");
    }

    private Page dark(String media) {
        send(
                "Emulation.setEmulatedMedia",
                fields -> fields.put("media", media)
                        .putArray("features")
                        .addObject()
                        .put("name", "prefers-color-scheme")
                        .put("value", "dark"));
        return this;
    }

    public Page go(String address) {
        loading(() -> send("Page.navigate", fields -> fields.put("url", address)));
        return this;
    }

    public String address() {
        return script("location.href").asText();
    }

    /// The visible text of the page.
    public String text() {
        return script("document.body.innerText").asText();
    }

    public boolean shows(String words) {
        return text().contains(words);
    }

    public Page sees(String words) {
        await("to see \"" + words + "\"", () -> shows(words));
        return this;
    }

    public boolean has(String selector) {
        return script("document.querySelector(" + quoted(selector) + ") !== null")
                .asBoolean();
    }

    public String value(String selector) {
        return script("document.querySelector(" + quoted(selector) + ").value").asText();
    }

    /// Whether anything is wider than the window, or than a box that cuts it off; what only screen readers see is cut
    /// off on purpose.
    public boolean overflows() {
        return script("""
                document.documentElement.scrollWidth > document.documentElement.clientWidth
                    || [...document.body.querySelectorAll('*')].some(e => e instanceof HTMLElement
                        && getComputedStyle(e).overflowX === 'hidden' && getComputedStyle(e).clipPath === 'none'
                        && e.scrollWidth > e.clientWidth + 1)
                """).asBoolean();
    }

    /// With the mouse, in the middle of it.
    public Page click(String selector) {
        var box = script("(() => { const e = document.querySelector(" + quoted(selector)
                + "); e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect();"
                + " return [r.x + r.width / 2, r.y + r.height / 2].join(' '); })()");
        if (box.isMissingNode()) throw new AssertionError("no " + selector + " in: " + text());
        var place = box.asText().split(" ", -1);
        for (var type : List.of("mousePressed", "mouseReleased")) {
            send(
                    "Input.dispatchMouseEvent",
                    fields -> fields.put("type", type)
                            .put("x", Double.parseDouble(place[0]))
                            .put("y", Double.parseDouble(place[1]))
                            .put("button", "left")
                            .put("clickCount", 1));
        }
        return this;
    }

    /// Clicks on what leads to another page, and waits for it.
    public Page follow(String selector) {
        loading(() -> click(selector));
        return this;
    }

    public Page type(String selector, String text) {
        click(selector);
        return type(text);
    }

    public Page type(String text) {
        send("Input.insertText", fields -> fields.put("text", text));
        return this;
    }

    public Page press(String name) {
        var key = KEYS.get(name);
        if (key == null) throw new IllegalArgumentException("no key " + name);
        send("Input.dispatchKeyEvent", fields -> keyed(fields, key, key.text.isEmpty() ? "rawKeyDown" : "keyDown"));
        send("Input.dispatchKeyEvent", fields -> keyed(fields, key, "keyUp"));
        return this;
    }

    /// Presses a key that leads to another page, and waits for it.
    public Page pressAndLoad(String name) {
        loading(() -> press(name));
        return this;
    }

    private static void keyed(ObjectNode fields, Key key, String type) {
        fields.put("type", type)
                .put("key", key.code.equals("Space") ? " " : key.code)
                .put("code", key.code)
                .put("windowsVirtualKeyCode", key.number);
        if (type.equals("keyDown")) fields.put("text", key.text);
    }

    /// Presses Tab until the element has the focus, as users without a mouse do.
    public Page tabTo(String selector) {
        for (int i = 0; i < 60; i++) {
            if (isFocused(selector)) return this;
            press("Tab");
        }
        throw new AssertionError("the tabulator does not lead to " + selector);
    }

    public boolean isFocused(String selector) {
        return script("document.activeElement !== null && document.activeElement.matches(" + quoted(selector) + ")")
                .asBoolean();
    }

    /// Whether the focus can be seen.
    public boolean isFocusVisible() {
        return script("(() => { const e = document.activeElement; const c = e.closest('.choice') || e;"
                        + " return [e, c].some(it => { const s = getComputedStyle(it);"
                        + " return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2; }); })()")
                .asBoolean();
    }

    public JsonNode script(String expression) {
        var answer = send(
                "Runtime.evaluate",
                fields -> fields.put("expression", expression).put("returnByValue", true));
        return answer.path("exceptionDetails").isMissingNode()
                ? answer.path("result").path("value")
                : com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    }

    /// The errors that the browser reported: a policy that was broken, a file that was refused.
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /// Files go to this folder; answers how many have arrived so far.
    public Page downloadsTo(Path folder) {
        browser.send(
                "Browser.setDownloadBehavior",
                fields -> fields.put("behavior", "allowAndName")
                        .put("browserContextId", context)
                        .put("downloadPath", folder.toAbsolutePath().toString())
                        .put("eventsEnabled", true),
                Optional.empty());
        return this;
    }

    /// The next file that arrives after the work.
    public byte[] download(Path folder, Runnable work) {
        int before = downloads.size();
        work.run();
        await("a file", () -> downloads.size() > before);
        try {
            return Files.readAllBytes(folder.resolve(downloads.get(before)));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    public Page picture(Path file) {
        var answer = send(
                "Page.captureScreenshot", fields -> fields.put("format", "png").put("captureBeyondViewport", true));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, Base64.getDecoder().decode(answer.path("data").asText()));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return this;
    }

    private void loading(Runnable work) {
        int before = loads.get();
        work.run();
        await("a page to load", () -> loads.get() > before);
    }

    private void await(String what, BooleanSupplier isThere) {
        Await.until(
                "the browser has " + what,
                isThere::getAsBoolean,
                () -> "%s: %s %s".formatted(address(), text(), problems));
    }

    private JsonNode send(String method, Consumer<ObjectNode> fields) {
        return browser.send(method, fields, Optional.of(session));
    }

    private static String quoted(String text) {
        return Browser.JSON.getNodeFactory().textNode(text).toString();
    }

    @Override
    public void close() {
        browser.send(
                "Target.disposeBrowserContext", fields -> fields.put("browserContextId", context), Optional.empty());
    }
}
