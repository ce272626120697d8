package dev.brickwork.catalogue.stored;

import dev.brickwork.catalogue.ProductId;
import dev.brickwork.kernel.Caller;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Rows;
import dev.brickwork.plumbing.http.Page;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Every statement that touches products.
public final class ProductStore {
    public void insert(Handle tx, Caller caller, Product product) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        INSERT INTO product (seller_id, id, name, active, created_at)
                        VALUES (:seller, :id, :name, :active, :createdAt)
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("id", product.id().value())
                        .bind("name", product.name())
                        .bind("active", product.isActive())
                        .bind("createdAt", product.createdAt())
                        .execute(),
                "new product");
    }

    public void update(Handle tx, Caller caller, Product product) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        UPDATE product
                        SET name = :name, active = :active, version = version + 1
                        WHERE seller_id = :seller AND id = :id
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("id", product.id().value())
                        .bind("name", product.name())
                        .bind("active", product.isActive())
                        .execute(),
                "changed product");
    }

    public Optional<Product> find(Handle tx, Caller caller, ProductId id) {
        return tx.createQuery("SELECT * FROM product WHERE seller_id = :seller AND id = :id")
                .bind("seller", caller.seller().value())
                .bind("id", id.value())
                .map((row, _) -> product(row))
                .findOne();
    }

    public Optional<Product> lock(Handle tx, Caller caller, ProductId id) {
        return tx.createQuery("SELECT * FROM product WHERE seller_id = :seller AND id = :id FOR NO KEY UPDATE")
                .bind("seller", caller.seller().value())
                .bind("id", id.value())
                .map((row, _) -> product(row))
                .findOne();
    }

    public List<Product> list(Handle tx, Caller caller, Page page) {
        return tx.createQuery("""
                SELECT *
                FROM product
                WHERE seller_id = :seller
                ORDER BY created_at %1$s, id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("seller", caller.seller().value())
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> product(row))
                .list();
    }

    public long count(Handle tx, Caller caller) {
        return tx.createQuery("SELECT count(*) FROM product WHERE seller_id = :seller")
                .bind("seller", caller.seller().value())
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
