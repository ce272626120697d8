package dev.brickwork.platform.database.embedded;

import java.util.ArrayList;
import java.util.List;

/// Settings of the embedded server, passed on its command line. They override any file, so a new release brings new
/// settings to old data.
final class ServerSettings {
    private ServerSettings() {}

    static List<String> of(EmbeddedPostgres.Durability durability, int port) {
        var settings = new ArrayList<>(List.of(
                "port=" + port,
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=", // Two servers would meet in the temporary folder.
                "max_connections=250",
                "password_encryption=scram-sha-256",
                "timezone=UTC",
                "log_timezone=UTC",
                "lc_messages=C",
                "jit=off", // Our statements are short; compiling them costs more than it saves.
                "log_checkpoints=off",
                "log_min_messages=log")); // Failed statements are told to us, and would bring personal data into this
        // log.
        settings.addAll(
                switch (durability) {
                    case DURABLE ->
                        List.of(
                                "fsync=on",
                                "full_page_writes=on",
                                "synchronous_commit=on",
                                "shared_buffers=256MB",
                                "max_wal_size=2GB",
                                "autovacuum_naptime=10s", // Tables that fill quickly need new plans soon,
                                "default_statistics_target=10"); // and plans by index need no fine picture (ADR 15).
                    case THROW_AWAY ->
                        List.of("fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=1000");
                });
        return settings;
    }
}
