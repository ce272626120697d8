package dev.brickwork.payments.methods;

import dev.brickwork.payments.processor.Method;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import java.util.Optional;
import java.util.UUID;

/// Every statement that writes the methods that this service knows.
public final class MethodStore {
    /// The company that a method belongs to, and the processor's account.
    public record Owner(UUID company, String account) {}

    /// Notes a method that the processor has just shown as this company's.
    public void note(Tx tx, Owner owner, Method method) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO payment_method (seller_id, company_id, id, account_id, type, added_at)
                        VALUES (:seller, :company, :id, :account, :type, :now)
                        ON CONFLICT (seller_id, company_id, id) DO UPDATE
                        SET removed_at = NULL, account_id = excluded.account_id, type = excluded.type
                        """)
                        .bind("company", owner.company)
                        .bind("id", method.id())
                        .bind("account", owner.account)
                        .bind("type", method.type().name())
                        .execute(),
                "payment method");
    }

    /// The caller holds the customer's row, so that two of them take turns; the index is the second line.
    void makeDefault(Tx tx, Owner owner, Method method) {
        note(tx, owner, method);
        Rows.atMostOne(
                tx.update("""
                        UPDATE payment_method
                        SET is_default = false
                        WHERE seller_id = :seller AND company_id = :company AND is_default AND id <> :id
                        """)
                        .bind("company", owner.company)
                        .bind("id", method.id())
                        .execute(),
                "former default method");
        Rows.exactlyOne(
                tx.update("""
                        UPDATE payment_method
                        SET is_default = true
                        WHERE seller_id = :seller AND company_id = :company AND id = :id AND removed_at IS NULL
                        """)
                        .bind("company", owner.company)
                        .bind("id", method.id())
                        .execute(),
                "default method");
    }

    /// The default among the methods of the account that is connected now.
    public Optional<String> defaultId(Tx tx, Owner owner) {
        return tx.query("""
                SELECT id
                FROM payment_method
                WHERE seller_id = :seller AND company_id = :company AND account_id = :account AND is_default
                """)
                .bind("company", owner.company)
                .bind("account", owner.account)
                .map((row, _) -> Columns.text(row, "id"))
                .findOne();
    }

    int removeAll(Tx tx, UUID company) {
        return tx.update("""
                UPDATE payment_method
                SET removed_at = :now, is_default = false
                WHERE seller_id = :seller AND company_id = :company AND removed_at IS NULL
                """).bind("company", company).execute();
    }

    /// Whether we knew it as one that is there.
    public boolean remove(Tx tx, UUID company, String id) {
        return Rows.atMostOne(
                tx.update("""
                        UPDATE payment_method
                        SET removed_at = :now, is_default = false
                        WHERE seller_id = :seller AND company_id = :company AND id = :id AND removed_at IS NULL
                        """).bind("company", company).bind("id", id).execute(), "removed method");
    }
}
