package dev.brickwork.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.platform.security.SecretEncryption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("fast")
final class SecretEncryptionTest {
    private static final Secret KEY = Secret.of("MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");

    @TempDir
    private Path folder;

    @Test
    void whatWasSealedOpensAndLooksDifferentEachTime() {
        var seal = new SecretEncryption(Optional.of(KEY), folder);
        var once = seal.seal(Secret.of("sk_test_1"), "processor:a");
        var again = seal.seal(Secret.of("sk_test_1"), "processor:a");

        assertThat(seal.open(once, "processor:a").reveal()).isEqualTo("sk_test_1");
        assertThat(once).isNotEqualTo(again);
        assertThat(new String(once, java.nio.charset.StandardCharsets.ISO_8859_1))
                .doesNotContain("sk_test");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void nothingElseOpensIt() {
        var seal = new SecretEncryption(Optional.of(KEY), folder);
        var sealed = seal.seal(Secret.of("sk_test_1"), "processor:a");
        var other = new SecretEncryption(Optional.empty(), folder);

        assertThatThrownBy(() -> seal.open(sealed, "processor:b")).hasMessageContaining("BRICKWORK_SECRETS_KEY");
        assertThatThrownBy(() -> other.open(sealed, "processor:a")).hasMessageContaining("BRICKWORK_SECRETS_KEY");
        for (int i = 0; i < sealed.length; i++) {
            var changed = sealed.clone();
            changed[i] ^= 1;
            assertThatThrownBy(() -> seal.open(changed, "processor:a")).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void derivedSecretsDifferByWhatTheyAreAbout() {
        var seal = new SecretEncryption(Optional.of(KEY), folder);
        assertThat(seal.derive("a")).isEqualTo(seal.derive("a")).isNotEqualTo(seal.derive("b"));
    }

    /// A fault that an operator can mend is one sentence, and no new key replaces the file that was there.
    @Test
    void aFileThatHoldsNoKeyIsToldAndKept() throws IOException {
        var file = folder.resolve("secrets.key");
        for (var content : List.of("", "hello", "MDEy", "no key at all")) {
            Files.writeString(file, content);
            assertThatThrownBy(() -> new SecretEncryption(Optional.empty(), folder).mark())
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("%s does not hold 32 bytes in Base64".formatted(file));
            assertThat(file).hasContent(content);
        }
        Files.delete(file);
        Files.createDirectory(file); // Root reads every file, but no folder.
        assertThatThrownBy(() -> new SecretEncryption(Optional.empty(), folder).mark())
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("cannot make or read %s".formatted(file));
    }

    /// Many processes that start at once agree on one key, in a file that only its owner reads.
    @Test
    void aKeyIsMadeOnce() throws Exception {
        var tries = new ArrayList<Callable<String>>();
        for (int i = 0; i < 20; i++) {
            tries.add(() -> new SecretEncryption(Optional.empty(), folder.resolve("new"))
                    .derive("x")
                    .reveal());
        }
        var keys = new HashSet<String>();
        try (var threads = Executors.newFixedThreadPool(20)) {
            for (var result : threads.invokeAll(tries)) keys.add(result.get());
        }
        assertThat(keys).hasSize(1);
        try (var files = Files.list(folder.resolve("new"))) {
            var all = files.toList();
            assertThat(all).hasSize(1);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(all.getFirst())))
                    .isEqualTo("rw-------");
        }
    }
}
