package dev.brickwork.catalog;

import dev.brickwork.ids.ProductId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Every statement that touches products.
public final class ProductStore {
    public void insert(Tx tx, Product product) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO product (seller_id, id, name, active, created_at)
                        VALUES (:seller, :id, :name, :active, :createdAt)
                        """)
                        .bind("id", product.id().value())
                        .bind("name", product.name())
                        .bind("active", product.isActive())
                        .bind("createdAt", product.createdAt())
                        .execute(),
                "new product");
    }

    public void update(Tx tx, Product product) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE product
                        SET name = :name, active = :active, version = version + 1
                        WHERE seller_id = :seller AND id = :id
                        """)
                        .bind("id", product.id().value())
                        .bind("name", product.name())
                        .bind("active", product.isActive())
                        .execute(),
                "changed product");
    }

    public Optional<Product> find(Tx tx, ProductId id) {
        return tx.query("SELECT * FROM product WHERE seller_id = :seller AND id = :id")
                .bind("id", id.value())
                .map((row, _) -> product(row))
                .findOne();
    }

    public Optional<Product> lock(Tx tx, ProductId id) {
        return tx.query("SELECT * FROM product WHERE seller_id = :seller AND id = :id FOR NO KEY UPDATE")
                .bind("id", id.value())
                .map((row, _) -> product(row))
                .findOne();
    }

    public List<Product> list(Tx tx, Page page) {
        return tx.query("""
                SELECT *
                FROM product
                WHERE seller_id = :seller
                ORDER BY created_at %1$s, id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> product(row))
                .list();
    }

    public long count(Tx tx) {
        return tx.query("SELECT count(*) FROM product WHERE seller_id = :seller")
                .mapTo(Long.class)
                .one();
    }

    private static Product product(ResultSet row) throws SQLException {
        return new Product(
                new ProductId(Columns.uuid(row, "id")),
                Columns.text(row, "name"),
                Columns.flag(row, "active"),
                Columns.instant(row, "created_at"),
                Columns.number(row, "version"));
    }
}
