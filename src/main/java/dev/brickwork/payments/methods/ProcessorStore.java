package dev.brickwork.payments.methods;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.payments.processor.Processor;
import dev.brickwork.payments.processor.Processor.Kind;
import dev.brickwork.plumbing.Seal;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Every statement that touches the connected processors and the companies as they know them.
public final class ProcessorStore {
    private final Seal seal;

    public ProcessorStore(Seal seal) {
        this.seal = seal;
    }

    Optional<Connection> find(Handle tx, SellerId seller) {
        return tx.createQuery("SELECT * FROM processor WHERE seller_id = :seller")
                .bind("seller", seller.value())
                .map((row, _) -> connection(row, seller))
                .findOne();
    }

    /// Whether somebody can pay online.
    public boolean isTakingPayments(Handle tx, SellerId seller) {
        return tx.createQuery("SELECT can_take_payments FROM taking_payments WHERE seller_id = :seller")
                .bind("seller", seller.value())
                .map((row, _) -> Columns.flag(row, "can_take_payments"))
                .findOne()
                .orElse(false);
    }

    /// What nobody could ask after at an account once another is connected.
    ///
    /// @param isMoneyUnderWay of which the invoice knows: nobody charges it once more meanwhile
    /// @param isFormOpen at which money may set out
    record Business(boolean isMoneyUnderWay, boolean isFormOpen) {}

    Business business(Handle tx, Caller caller, String account) {
        return tx.createQuery("""
                SELECT EXISTS (SELECT FROM charge
                               WHERE seller_id = :seller AND account_id = :account AND state = 'PROCESSING')
                    OR EXISTS (SELECT FROM refund
                               WHERE seller_id = :seller AND account_id = :account AND state = 'PROCESSING')
                        AS is_under_way,
                    EXISTS (SELECT FROM pay_page
                            WHERE seller_id = :seller AND account_id = :account AND state = 'OPEN'
                                AND expires_at > :ended) AS is_form_open
                """)
                .bind("seller", caller.seller().value())
                .bind("account", account)
                .bind("ended", caller.now().minus(Processor.PAGE_GRACE))
                .map((row, _) -> new Business(Columns.flag(row, "is_under_way"), Columns.flag(row, "is_form_open")))
                .one();
    }

    /// Whose messages arrive at this address.
    public Optional<SellerId> sellerOf(Handle tx, String token) {
        return tx.createQuery("SELECT seller_id FROM processor WHERE token = :token")
                .bind("token", token)
                .map((row, _) -> new SellerId(Columns.uuid(row, "seller_id")))
                .findOne();
    }

    void save(Handle tx, Caller caller, Connection connection) {
        var sealed =
                connection.credentials().map(credentials -> seal.seal(credentials.stored(), about(caller.seller())));
        Rows.exactlyOne(
                tx.createUpdate("""
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
                        .bind("seller", caller.seller().value())
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

    /// What the processor said about the account when it was asked again.
    public void saveState(Handle tx, Caller caller, String account, boolean takesPayments, Optional<String> problem) {
        Rows.atMostOne(
                tx.createUpdate("""
                        UPDATE processor
                        SET can_take_payments = :takesPayments, problem = :problem, version = version + 1
                        WHERE seller_id = :seller AND account_id = :account
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("account", account)
                        .bind("takesPayments", takesPayments)
                        .bind("problem", problem)
                        .execute(),
                "state of the processor");
    }

    /// The processor's name for a company.
    Optional<String> payer(Handle tx, Caller caller, UUID company, String account) {
        return tx.createQuery("""
                SELECT processor_id
                FROM payer
                WHERE seller_id = :seller AND company_id = :company AND account_id = :account
                """)
                .bind("seller", caller.seller().value())
                .bind("company", company)
                .bind("account", account)
                .map((row, _) -> Columns.text(row, "processor_id"))
                .findOne();
    }

    public Optional<UUID> companyOf(Handle tx, Caller caller, String account, String processorId) {
        return tx.createQuery("""
                SELECT company_id
                FROM payer
                WHERE seller_id = :seller AND account_id = :account AND processor_id = :id
                """)
                .bind("seller", caller.seller().value())
                .bind("account", account)
                .bind("id", processorId)
                .map((row, _) -> Columns.uuid(row, "company_id"))
                .findOne();
    }

    /// Nothing happens when somebody else was faster: the processor gave both the same name.
    ///
    /// @param former the name of one that was deleted there
    void savePayer(
            Handle tx, Caller caller, UUID company, String account, Optional<String> former, String processorId) {
        Rows.atMostOne(
                tx.createUpdate("""
                        INSERT INTO payer (seller_id, company_id, account_id, processor_id, created_at)
                        VALUES (:seller, :company, :account, :id, :now)
                        ON CONFLICT (seller_id, company_id, account_id) DO UPDATE
                        SET processor_id = excluded.processor_id, former_ids = payer.former_ids || payer.processor_id
                        WHERE payer.processor_id = :former
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("company", company)
                        .bind("account", account)
                        .bind("former", former)
                        .bind("id", processorId)
                        .bind("now", caller.now())
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
