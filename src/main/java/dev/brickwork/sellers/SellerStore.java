package dev.brickwork.sellers;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.money.Currency;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.Update;

/// Every statement that touches the seller table.
final class SellerStore {
    void insert(SqlSession tx, Seller seller) {
        Rows.exactlyOne(bound(tx.update("""
                        INSERT INTO seller (seller_id, name, legal_name, address, tax_id, mode, currency, currencies, time_zone,
                            payment_terms, first_charge_date, muted_before,
                            accepted_payment_methods_config, automatic_retries, reminders, invoice_email_from, logo, created_at)
                        VALUES (:seller, :name, :legalName, :address::jsonb, :taxId, :mode, :currency, :currencies::text[],
                            :timeZone, :paymentTerms, :firstCharge, :mutedBefore, :paymentMethods::jsonb, :retries,
                            :reminders, :emailFrom, :logo, :createdAt)
                        """), seller).execute(), "new seller");
    }

    void update(SqlSession tx, Seller seller) {
        Rows.exactlyOne(bound(tx.update("""
                        UPDATE seller
                        SET name = :name, legal_name = :legalName, address = :address::jsonb, tax_id = :taxId,
                            currency = :currency, currencies = :currencies::text[], time_zone = :timeZone,
                            payment_terms = :paymentTerms, first_charge_date = :firstCharge, muted_before = :mutedBefore,
                            accepted_payment_methods_config = :paymentMethods::jsonb,
                            automatic_retries = :retries, reminders = :reminders, invoice_email_from = :emailFrom,
                            logo = :logo, version = version + 1
                        WHERE seller_id = :seller AND mode = :mode AND created_at = :createdAt
                        """), seller).execute(), "changed seller");
    }

    Optional<Seller> find(SqlSession tx, SellerId seller) {
        return tx.query("""
                SELECT seller.*, invoice_number_prefix
                FROM seller
                JOIN legal_entity USING (seller_id)
                WHERE seller_id = :seller AND is_default
                """)
                .bind("seller", seller.value())
                .map((row, _) -> seller(row))
                .findOne();
    }

    Optional<Seller> lock(Tx tx) {
        return tx.query("""
                SELECT seller.*, invoice_number_prefix
                FROM seller
                JOIN legal_entity USING (seller_id)
                WHERE seller_id = :seller AND is_default
                FOR NO KEY UPDATE OF seller
                """).map((row, _) -> seller(row)).findOne();
    }

    /// The operator's list, over all sellers.
    List<Seller> list(SqlSession tx, Page page) {
        return tx.query("""
                SELECT seller.*, invoice_number_prefix
                FROM seller
                JOIN legal_entity USING (seller_id)
                WHERE is_default
                ORDER BY seller.created_at %1$s, seller_id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> seller(row))
                .list();
    }

    long count(SqlSession tx) {
        return tx.query("SELECT count(seller_id) FROM seller").mapTo(Long.class).one();
    }

    private static Update bound(Update statement, Seller seller) {
        return statement
                .bind("seller", seller.id().value())
                .bind("name", seller.name())
                .bind("legalName", seller.legalName())
                .bind("address", seller.address().map(Address::json))
                .bind("taxId", seller.taxId())
                .bind("mode", seller.mode().wire())
                .bind("currency", seller.currency().code())
                .bind(
                        "currencies",
                        seller.currencies().stream().map(Currency::code).toArray(String[]::new))
                .bind("timeZone", seller.timeZone().id().getId())
                .bind("paymentTerms", seller.paymentTermsDays())
                .bind("firstCharge", seller.firstCharge().name())
                .bind("mutedBefore", seller.mutedBefore())
                .bind("paymentMethods", seller.paymentMethods().json())
                .bind("retries", seller.isRetryingCharges())
                .bind("reminders", seller.isReminding())
                .bind("emailFrom", seller.invoiceEmailFrom())
                .bind("logo", seller.logo())
                .bind("createdAt", seller.createdAt());
    }

    private static Seller seller(ResultSet row) throws SQLException {
        return new Seller(
                new SellerId(Columns.uuid(row, "seller_id")),
                Columns.text(row, "name"),
                Columns.maybeText(row, "legal_name"),
                Columns.maybeText(row, "address").map(Address::stored),
                Columns.maybeText(row, "tax_id"),
                Mode.stored(Columns.text(row, "mode")),
                Columns.currency(row, "currency"),
                Columns.texts(row, "currencies").stream().map(Currency::of).toList(),
                Columns.zone(row, "time_zone"),
                Columns.count(row, "payment_terms"),
                FirstCharge.valueOf(Columns.text(row, "first_charge_date")),
                Columns.maybeDate(row, "muted_before"),
                Columns.text(row, "invoice_number_prefix"),
                PaymentMethodsConfig.stored(Columns.text(row, "accepted_payment_methods_config")),
                Columns.flag(row, "automatic_retries"),
                Columns.flag(row, "reminders"),
                Columns.maybeText(row, "invoice_email_from"),
                Columns.maybeText(row, "logo"),
                Columns.instant(row, "created_at"),
                Columns.number(row, "version"));
    }
}
