package dev.brickwork.platform.database;

import com.google.errorprone.annotations.CompileTimeConstant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.SqlStatement;

/// The conditions of a list whose filters the caller chooses. Only constant text is ever appended (the compiler
/// checks it), and values travel as named parameters, so no input can become SQL.
///
/// ```java
/// var where = Where.seller(caller.seller().value())
///         .and("status = :status", "status", status)      // Optional: left out when empty
///         .and("voided_at IS NULL");
/// var query = tx.query("SELECT id FROM invoice " + where.sql() + " ORDER BY id LIMIT :limit");
/// return where.bind(query).bind("limit", limit)...
/// ```
public final class Where {
    private final StringBuilder text = new StringBuilder("WHERE ");
    private final Map<String, Object> values = new LinkedHashMap<>();

    private Where() {}

    /// Every list belongs to one seller, so that is how a filter starts.
    public static Where seller(Object sellerId) {
        return seller("seller_id", sellerId);
    }

    /// Starts a filter by seller with a qualified column, such as `invoice.seller_id`, for a statement that joins
    /// tables.
    public static Where seller(@CompileTimeConstant final String column, Object sellerId) {
        var where = new Where();
        where.text.append(column).append(" = :seller");
        where.values.put("seller", sellerId);
        return where;
    }

    public Where and(@CompileTimeConstant final String condition) {
        text.append(" AND (").append(condition).append(')');
        return this;
    }

    /// The condition with its parameter, or nothing when there is no value.
    public Where and(
            @CompileTimeConstant final String condition,
            @CompileTimeConstant final String parameter,
            Optional<?> value) {
        if (value.isEmpty()) return this;
        if (values.putIfAbsent(parameter, value.get()) != null) {
            throw new IllegalArgumentException("the parameter '%s' is used twice".formatted(parameter));
        }
        return and(condition);
    }

    /// A parameter that a condition names besides its own.
    public Where with(@CompileTimeConstant final String parameter, Object value) {
        if (values.putIfAbsent(parameter, value) != null) {
            throw new IllegalArgumentException("the parameter '%s' is used twice".formatted(parameter));
        }
        return this;
    }

    public String sql() {
        return text.toString();
    }

    public <S extends SqlStatement<S>> S bind(S statement) {
        return statement.bindMap(values);
    }
}
