package dev.brickwork.support;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Says of broken invariants which tests broke them: each seller belongs to the test that made it.
public final class BrokenInvariants {
    private static final int TOLD_MAX = 10;
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final Database database;
    private final Map<SellerId, String> makers;

    /// @param makers the test that made a seller
    public BrokenInvariants(Database database, Map<SellerId, String> makers) {
        this.database = database;
        this.makers = makers;
    }

    /// The first of them, each with the sellers that it is about.
    public String told(List<String> broken) {
        return database.inspect(tx -> broken.stream()
                .limit(TOLD_MAX)
                .map(sentence -> sentence + sellers(tx, sentence))
                .collect(Collectors.joining("\n", "%d invariants are broken:\n".formatted(broken.size()), "")));
    }

    private String sellers(SqlSession tx, String sentence) {
        return ID.matcher(sentence)
                .results()
                .map(found -> seller(tx, UUID.fromString(found.group())))
                .flatMap(Optional::stream)
                .distinct()
                .map(seller -> " [seller %s of %s]".formatted(seller.value(), makers.getOrDefault(seller, "no test")))
                .collect(Collectors.joining());
    }

    /// The seller with this id, or of the row with it, in whichever table that is.
    private Optional<SellerId> seller(SqlSession tx, UUID id) {
        if (makers.containsKey(new SellerId(id))) return Optional.of(new SellerId(id));
        var tables = tx.query("""
                SELECT c.table_name
                FROM information_schema.columns c
                JOIN information_schema.columns s USING (table_schema, table_name)
                WHERE c.table_schema = current_schema() AND c.column_name = 'id' AND c.data_type = 'uuid'
                    AND s.column_name = 'seller_id'
                """).mapTo(String.class).list();
        return tables.stream()
                .flatMap(table -> tx
                        .query("SELECT seller_id FROM \"%s\" WHERE id = :id".formatted(table))
                        .bind("id", id)
                        .mapTo(UUID.class)
                        .list()
                        .stream())
                .findFirst()
                .map(SellerId::new);
    }
}
