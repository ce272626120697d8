package dev.brickwork.tax;

import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.money.Percent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/// Every statement that touches registrations and the seller's own rates.
final class TaxStore {
    static final String TWICE = "There is already a registration for this place and time.";

    void insert(Tx tx, TaxRegistration registration) {
        try {
            Rows.exactlyOne(
                    tx.update("""
                            INSERT INTO tax_registration (seller_id, id, country, region, tax_id, legal_entity_id,
                                valid_from, valid_to, created_at)
                            VALUES (:seller, :id, :country, :region, :taxId, :entity, :from, :to, :createdAt)
                            """)
                            .bind("id", registration.id())
                            .bind("country", registration.country())
                            .bind("region", registration.region())
                            .bind("taxId", registration.taxId())
                            .bind("entity", registration.entity().map(LegalEntityId::value))
                            .bind("from", registration.validity().from())
                            .bind("to", registration.validity().to())
                            .bind("createdAt", registration.createdAt())
                            .execute(),
                    "new tax registration");
        } catch (UnableToExecuteStatementException refused) {
            if (!SqlState.is(SqlState.EXCLUSION_VIOLATION, refused)) throw refused;
            throw Refusal.badField("country", TWICE);
        }
    }

    /// False when there is none, or none any more.
    boolean end(Tx tx, UUID id, LocalDate on) {
        return Rows.atMostOne(tx.update("""
                        UPDATE tax_registration
                        SET ended_on = :on
                        WHERE seller_id = :seller AND id = :id AND ended_on IS NULL
                        """).bind("id", id).bind("on", on).execute(), "ended tax registration");
    }

    /// Those that hold or once held: the past is priced with them.
    List<TaxRegistration> registrations(Tx tx) {
        return tx.query("SELECT * FROM tax_registration WHERE seller_id = :seller ORDER BY created_at, id")
                .map((row, _) -> registration(row))
                .list();
    }

    void insert(Tx tx, TaxRate rate) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO tax_rate (seller_id, id, country, region, category, percent, name, valid_from, valid_to,
                            created_at)
                        VALUES (:seller, :id, :country, :region, :category, :percent, :name, :from, :to, :createdAt)
                        """)
                        .bind("id", rate.id().orElseThrow())
                        .bind("country", rate.country())
                        .bind("region", rate.region())
                        .bind("category", rate.category())
                        .bind("percent", rate.percent().value())
                        .bind("name", rate.name())
                        .bind("from", rate.validity().from())
                        .bind("to", rate.validity().to())
                        .bind("createdAt", rate.createdAt())
                        .execute(),
                "new tax rate");
    }

    List<TaxRate> rates(Tx tx) {
        return tx.query("SELECT * FROM tax_rate WHERE seller_id = :seller ORDER BY created_at, id")
                .map((row, _) -> rate(row))
                .list();
    }

    private static TaxRegistration registration(ResultSet row) throws SQLException {
        return new TaxRegistration(
                Columns.uuid(row, "id"),
                Columns.text(row, "country"),
                Columns.maybeText(row, "region"),
                Columns.maybeText(row, "tax_id"),
                Columns.maybeUuid(row, "legal_entity_id").map(LegalEntityId::new),
                new Validity(Columns.maybeDate(row, "valid_from"), Columns.maybeDate(row, "valid_to")),
                Columns.maybeDate(row, "ended_on"),
                Columns.instant(row, "created_at"));
    }

    private static TaxRate rate(ResultSet row) throws SQLException {
        return new TaxRate(
                Optional.of(Columns.uuid(row, "id")),
                Columns.text(row, "country"),
                Columns.maybeText(row, "region"),
                Columns.text(row, "category"),
                new Percent(Columns.decimal(row, "percent")),
                Columns.text(row, "name"),
                new Validity(Columns.maybeDate(row, "valid_from"), Columns.maybeDate(row, "valid_to")),
                Columns.instant(row, "created_at"));
    }
}
