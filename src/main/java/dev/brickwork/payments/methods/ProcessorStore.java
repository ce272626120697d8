package dev.brickwork.payments.methods;

import dev.brickwork.payments.processor.Processor;
import dev.brickwork.payments.processor.Processor.Kind;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.security.SecretEncryption;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/// Every statement that touches the connected processors and the companies as they know them.
public final class ProcessorStore {
    private final SecretEncryption seal;

    public ProcessorStore(SecretEncryption seal) {
        this.seal = seal;
    }

    Optional<Connection> find(Tx tx) {
        return tx.query("SELECT * FROM processor WHERE seller_id = :seller")
                .map((row, _) -> connection(row, tx.seller()))
                .findOne();
    }

    /// Whether the seller can take payments online.
    public boolean isTakingPayments(SqlSession tx, SellerId seller) {
        return tx.query("SELECT can_take_payments FROM taking_payments WHERE seller_id = :seller")
                .bind("seller", seller.value())
                .map((row, _) -> Columns.flag(row, "can_take_payments"))
                .findOne()
                .orElse(false);
    }

    /// Open business at an account, which could not be looked up any more once another is connected.
    ///
    /// @param isMoneyUnderWay of which the invoice knows, so that it is not charged once more meanwhile
    /// @param isFormOpen at which money may set out
    record Business(boolean isMoneyUnderWay, boolean isFormOpen) {}

    Business business(Tx tx, String account) {
        return tx.query("""
                SELECT EXISTS (SELECT FROM charge
                               WHERE seller_id = :seller AND account_id = :account AND state = 'PROCESSING')
                    OR EXISTS (SELECT FROM refund
                               WHERE seller_id = :seller AND account_id = :account AND state = 'PROCESSING')
                        AS is_under_way,
                    EXISTS (SELECT FROM pay_page
                            WHERE seller_id = :seller AND account_id = :account AND state = 'OPEN'
                                AND expires_at > :ended) AS is_form_open
                """)
                .bind("account", account)
                .bind("ended", tx.now().minus(Processor.PAGE_GRACE))
                .map((row, _) -> new Business(Columns.flag(row, "is_under_way"), Columns.flag(row, "is_form_open")))
                .one();
    }

    /// Whose messages arrive at this address.
    public Optional<SellerId> sellerOf(SqlSession tx, String token) {
        return tx.query("SELECT seller_id FROM processor WHERE token = :token")
                .bind("token", token)
                .map((row, _) -> new SellerId(Columns.uuid(row, "seller_id")))
                .findOne();
    }

    void save(Tx tx, Connection connection) {
        var sealed = connection.credentials().map(credentials -> seal.seal(credentials.stored(), about(tx.seller())));
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO processor (seller_id, kind, account_id, credentials, publishable_key,
                            can_take_payments, problem, token, connected_at)
                        VALUES (:seller, :kind, :account, :credentials, :publishableKey, :takesPayments, :problem, :token,
                            :connectedAt)
                        ON CONFLICT (seller_id) DO UPDATE
                        SET kind = excluded.kind, account_id = excluded.account_id, credentials = excluded.credentials,
                            publishable_key = excluded.publishable_key, can_take_payments = excluded.can_take_payments,
                            problem = excluded.problem, token = excluded.token, connected_at = excluded.connected_at,
                            version = processor.version + 1
                        """)
                        .bind("kind", connection.kind().name())
                        .bind("account", connection.accountId())
                        .bindByType("credentials", sealed.orElse(null), byte[].class)
                        .bind("publishableKey", connection.publishableKey())
                        .bind("takesPayments", connection.takesPayments())
                        .bind("problem", connection.problem())
                        .bind("token", connection.token())
                        .bind("connectedAt", connection.connectedAt())
                        .execute(),
                "processor");
    }

    /// Stores what the processor says now about the account.
    public void saveState(Tx tx, String account, boolean takesPayments, Optional<String> problem) {
        Rows.atMostOne(
                tx.update("""
                        UPDATE processor
                        SET can_take_payments = :takesPayments, problem = :problem, version = version + 1
                        WHERE seller_id = :seller AND account_id = :account
                        """)
                        .bind("account", account)
                        .bind("takesPayments", takesPayments)
                        .bind("problem", problem)
                        .execute(),
                "state of the processor");
    }

    /// The processor's name for a company.
    Optional<String> payer(Tx tx, UUID company, String account) {
        return tx.query("""
                SELECT processor_id
                FROM payer
                WHERE seller_id = :seller AND company_id = :company AND account_id = :account
                """)
                .bind("company", company)
                .bind("account", account)
                .map((row, _) -> Columns.text(row, "processor_id"))
                .findOne();
    }

    public Optional<UUID> companyOf(Tx tx, String account, String processorId) {
        return tx.query("""
                SELECT company_id
                FROM payer
                WHERE seller_id = :seller AND account_id = :account AND processor_id = :id
                """)
                .bind("account", account)
                .bind("id", processorId)
                .map((row, _) -> Columns.uuid(row, "company_id"))
                .findOne();
    }

    /// Stores the processor's name for a company. Does nothing when another request was faster: the processor gave
    /// both the same name.
    ///
    /// @param former the name of one that was deleted there
    void savePayer(Tx tx, UUID company, String account, Optional<String> former, String processorId) {
        Rows.atMostOne(
                tx.update("""
                        INSERT INTO payer (seller_id, company_id, account_id, processor_id, created_at)
                        VALUES (:seller, :company, :account, :id, :now)
                        ON CONFLICT (seller_id, company_id, account_id) DO UPDATE
                        SET processor_id = excluded.processor_id, former_ids = payer.former_ids || payer.processor_id
                        WHERE payer.processor_id = :former
                        """)
                        .bind("company", company)
                        .bind("account", account)
                        .bind("former", former)
                        .bind("id", processorId)
                        .execute(),
                "payer");
    }

    private Connection connection(ResultSet row, SellerId seller) throws SQLException {
        return new Connection(
                Kind.valueOf(Columns.text(row, "kind")),
                Columns.text(row, "account_id"),
                Optional.ofNullable(row.getBytes("credentials"))
                        .map(bytes -> Connection.Credentials.stored(seal.open(bytes, about(seller)))),
                Columns.maybeText(row, "publishable_key"),
                Columns.flag(row, "can_take_payments"),
                Columns.maybeText(row, "problem"),
                Columns.text(row, "token"),
                Columns.instant(row, "connected_at"));
    }

    private static String about(SellerId seller) {
        return "processor:" + seller.value();
    }
}
