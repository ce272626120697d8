package dev.brickwork.platform.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.json.JsonReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Cuts a multipart body (RFC 7578) into fields and the file, where one is accepted. Strict, and of bodies in memory
/// alone: whatever is not such a body is refused, and no part is left out (ADR 24).
final class Multipart {
    private static final int PART_COUNT_MAX = 100;
    private static final Pattern BOUNDARY = Pattern.compile("boundary=(?:\"([^\"]{1,70})\"|([^;\\s]{1,70}))");
    private static final Pattern NAME = Pattern.compile("(?:^|;)\\s*name=(?:\"([^\"]*)\"|([^;\\s]+))");
    private static final Pattern FILE_NAME = Pattern.compile("filename=\"([^\"]*)\"");
    private static final String DISPOSITION = "content-disposition:";
    private static final byte[] BLANK_LINE = "\r\n\r\n".getBytes(ISO_8859_1);
    private static final byte[] LAST = "--".getBytes(ISO_8859_1);

    private final byte[] bytes;
    private final Optional<List<Upload.UploadedFile>> files;

    /// @param files takes what parts are files; empty where none is accepted
    Multipart(byte[] bytes, Optional<List<Upload.UploadedFile>> files) {
        this.bytes = bytes;
        this.files = files;
    }

    List<Forms.Field> fields(String contentType) {
        var boundary = BOUNDARY.matcher(contentType);
        if (!boundary.find()) throw Forms.malformed("the content type names no boundary");
        var first = ("--" + eitherGroup(boundary)).getBytes(ISO_8859_1);
        var delimiter = ("\r\n--" + eitherGroup(boundary)).getBytes(ISO_8859_1);
        var fields = new ArrayList<Forms.Field>();
        int at = isAt(0, first) && endsLine(first.length)
                ? first.length
                : delimiter.length + delimiterFrom(0, delimiter, "its boundary does not occur");
        for (int count = 0; !isAt(at, LAST); count++) {
            if (count == PART_COUNT_MAX) throw Forms.malformed("it has more than %d parts".formatted(PART_COUNT_MAX));
            int end = delimiterFrom(at, delimiter, "its last boundary is missing");
            part(at, end).ifPresent(fields::add);
            at = end + delimiter.length;
        }
        return fields;
    }

    /// Empty for a file, which goes into its own list.
    private Optional<Forms.Field> part(int start, int end) {
        int blank = indexOf(BLANK_LINE, start);
        if (blank < 0 || blank > end) throw Forms.malformed("a part has no header");
        var disposition = new String(bytes, start, blank - start, UTF_8)
                .lines()
                .filter(line -> line.regionMatches(true, 0, DISPOSITION, 0, DISPOSITION.length()))
                .map(line -> line.substring(DISPOSITION.length()))
                .findFirst()
                .orElse("");
        var name = NAME.matcher(disposition);
        if (!name.find()) throw Forms.malformed("a part has no name");
        int from = blank + BLANK_LINE.length;
        var content = Arrays.copyOfRange(bytes, from, Math.max(from, end));
        if (!disposition.contains("filename")) {
            return Optional.of(new Forms.Field(eitherGroup(name), new String(content, UTF_8)));
        }
        file(eitherGroup(name), disposition, content);
        return Optional.empty();
    }

    private void file(String field, String disposition, byte[] content) {
        if (files.isEmpty()) throw Forms.malformed("files are not accepted here");
        if (!field.equals("file")) throw Forms.malformed("a file must be named 'file'");
        var fileName = FILE_NAME.matcher(disposition);
        var called = fileName.find() ? fileName.group(1) : "";
        JsonReader.requireCleanText(called);
        files.get().add(new Upload.UploadedFile(called, content));
    }

    private static String eitherGroup(Matcher found) {
        return found.group(1) != null ? found.group(1) : found.group(2);
    }

    /// A delimiter is a line of its own: the same text inside a line, or at the beginning of a longer one, is content.
    private int delimiterFrom(int from, byte[] delimiter, String otherwise) {
        int at = indexOf(delimiter, from);
        while (at >= 0 && !endsLine(at + delimiter.length)) at = indexOf(delimiter, at + 1);
        if (at < 0) throw Forms.malformed(otherwise);
        return at;
    }

    private boolean endsLine(int at) {
        return isAt(at, LAST) || (at < bytes.length && "\r \t".indexOf(bytes[at]) >= 0);
    }

    private int indexOf(byte[] wanted, int from) {
        for (int i = from; i <= bytes.length - wanted.length; i++) if (isAt(i, wanted)) return i;
        return -1;
    }

    private boolean isAt(int at, byte[] wanted) {
        return at + wanted.length <= bytes.length
                && Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length);
    }
}
