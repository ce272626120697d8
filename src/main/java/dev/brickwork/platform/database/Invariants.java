package dev.brickwork.platform.database;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Registry of checks of what must always be true of the stored data; they can run on any database. Modules
/// register theirs; a check returns one sentence for each thing that is wrong.
public final class Invariants {
    /// A check reports at most this many faults; more of one kind do not help the operator.
    public static final int FOUND_COUNT_MAX = 100;

    private final Map<String, Function<SqlSession, List<String>>> checks = new LinkedHashMap<>();

    /// One check by its name; what it finds is wrong.
    public record Check(String name, Function<SqlSession, List<String>> find) {}

    /// Names a check by its invariant, such as `I8 numbers have no gap`.
    public void register(String name, Function<SqlSession, List<String>> check) {
        if (checks.put(name, check) != null) throw new IllegalStateException("two checks named " + name);
    }

    /// In the order in which they were registered.
    public List<Check> checks() {
        return checks.entrySet().stream()
                .map(entry -> new Check(entry.getKey(), entry.getValue()))
                .toList();
    }

    /// Runs all checks, or those whose name contains one of the words. Every broken one is told with its name.
    public List<String> run(SqlSession tx, List<String> words) {
        var broken = new ArrayList<String>();
        checks.forEach((name, check) -> {
            boolean isWanted = words.isEmpty() || words.stream().anyMatch(name::contains);
            if (isWanted) check.apply(tx).forEach(sentence -> broken.add("%s: %s".formatted(name, sentence)));
        });
        return broken;
    }

    /// A check in one statement: each row that comes back is wrong, and the sentence takes its columns in their
    /// order.
    public static List<String> found(SqlSession tx, String sentence, String sql) {
        return tx.query(sql + " LIMIT " + FOUND_COUNT_MAX)
                .map((row, _) -> {
                    var values = new Object[row.getMetaData().getColumnCount()];
                    for (int i = 0; i < values.length; i++) values[i] = row.getObject(i + 1);
                    return sentence.formatted(values);
                })
                .list();
    }

    /// Isolation rests on the seller being part of every key. Exceptions are tables that are not a
    /// seller's.
    public static List<String> keysNameTheSeller(SqlSession tx) {
        return found(tx, "the key %s does not contain seller_id", """
                SELECT conrelid::regclass || '.' || conname AS name
                FROM pg_constraint c
                WHERE contype IN ('p', 'u', 'f')
                  AND connamespace = current_schema()::regnamespace
                  AND conrelid::regclass::text NOT IN (
                      'scheduled_tasks', 'flyway_schema_history', 'audit_block', 'invariant_check', 'backup',
                      'secrets_key', 'link_key')
                  AND NOT EXISTS (
                      SELECT FROM pg_attribute a
                      WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) AND a.attname = 'seller_id')
                """);
    }

    /// Finds triggers, constraints and indexes that are switched off, as after a load of data that was broken off:
    /// they refuse nothing then. PostgreSQL has constraints that are not enforced since 18.
    public static List<String> guardsStand(SqlSession tx) {
        return found(tx, "%s of %s is switched off", """
                WITH ours AS (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
                SELECT tgname, tgrelid::regclass
                FROM pg_trigger
                WHERE tgrelid IN (SELECT oid FROM ours) AND tgenabled IN ('D', 'R')
                UNION ALL
                SELECT conname, conrelid::regclass
                FROM pg_constraint
                WHERE conrelid IN (SELECT oid FROM ours)
                    AND NOT (convalidated AND coalesce(to_jsonb(pg_constraint) ->> 'conenforced', 'true')::boolean)
                UNION ALL
                SELECT indexrelid::regclass::name, indrelid::regclass
                FROM pg_index
                WHERE indrelid IN (SELECT oid FROM ours) AND NOT indisvalid
                """);
    }
}
