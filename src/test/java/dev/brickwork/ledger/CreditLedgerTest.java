package dev.brickwork.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.pricing.money.AmountOutOfRange;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.support.TestPostgres;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The ledger and its limits (rules I-11, M-09). No test leaves credit behind, since the journal knows of none.
@Tag("verify")
final class CreditLedgerTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final CreditLedger ledger =
            new CreditLedger(new Journal(HOUSE.wiring().sellers()), new Outbox(TestPostgres.tokens(HOUSE.database())));
    private final TestServer.Tenant seller = HOUSE.seller();
    private final Caller caller = new Caller(seller.id(), "test", "test", Instant.parse("2025-05-01T08:00:00Z"));

    private CreditAccount account(Currency currency) {
        var customer = seller.post("/customers", "{\"name\": \"C %s\"}".formatted(UUID.randomUUID()))
                .is(200)
                .text("customer_id");
        return new CreditAccount(UUID.fromString(customer), currency);
    }

    private void grant(SqlSession tx, CreditAccount account, long amount) {
        ledger.move(tx.as(caller), account.grant(CreditSource.MANUAL, amount));
    }

    private void inVain(Consumer<SqlSession> work) {
        HOUSE.database().inTransaction(caller, tx -> {
            work.accept(tx);
            tx.handle().rollback();
            return tx.handle().begin();
        });
    }

    @Test
    void aBalanceGoesUpToTheLargestAmountAndNotBeyond() {
        var account = account(Currency.USD);
        inVain(tx -> {
            grant(tx, account, Money.MINOR_MAX - 1);
            assertThat(ledger.hasRoomFor(tx.as(caller), account, 1)).isTrue();
            assertThat(ledger.hasRoomFor(tx.as(caller), account, 2)).isFalse();
            assertThatThrownBy(() -> grant(tx, account, 2)).isInstanceOf(AmountOutOfRange.class);
            grant(tx, account, 1);
            assertThat(ledger.balance(tx.as(caller), account)).isEqualTo(Money.MINOR_MAX);
            assertThatThrownBy(() -> grant(tx, account, 1)).isInstanceOf(AmountOutOfRange.class);
        });
        inVain(tx -> grant(tx, account, Money.MINOR_MAX));
    }

    /// Credit that a contract, an invoice or usage gives holds up nothing when the balance is full (rule M-09).
    @ParameterizedTest
    @EnumSource
    void aFullBalanceHoldsUpNothingThatIsDue(CreditSource source) {
        var account = account(Currency.USD);
        boolean isAskedFor = source == CreditSource.MANUAL || source == CreditSource.REFUND;
        inVain(tx -> {
            grant(tx, account, Money.MINOR_MAX - 10);
            var movement = account.grant(source, 100);
            if (isAskedFor) {
                assertThatThrownBy(() -> ledger.move(tx.as(caller), movement)).isInstanceOf(AmountOutOfRange.class);
            } else {
                ledger.move(tx.as(caller), movement);
                assertThat(ledger.balance(tx.as(caller), account)).isEqualTo(Money.MINOR_MAX);
            }
        });
    }

    /// Each customer's, in each currency; what is spent is not there.
    @Test
    void whatIsHeldIsWhatTheseCustomersHave() {
        var dollars = account(Currency.USD);
        var euros = new CreditAccount(dollars.customer(), Currency.EUR);
        var spent = account(Currency.USD);
        var another = account(Currency.USD);
        inVain(tx -> {
            ledger.move(
                    tx.as(caller),
                    List.of(
                            dollars.grant(CreditSource.MANUAL, 700),
                            dollars.use(200),
                            euros.grant(CreditSource.MANUAL, 30),
                            spent.grant(CreditSource.MANUAL, 10),
                            another.grant(CreditSource.MANUAL, 5)));
            ledger.move(tx.as(caller), spent.use(10));
            assertThat(ledger.lock(tx.as(caller), List.of(dollars.customer(), spent.customer())))
                    .isEqualTo(Map.of(dollars, 500L, euros, 30L));
            assertThat(ledger.takeBack(tx.as(caller), dollars.grant(CreditSource.ADJUSTMENT, 600)))
                    .isEqualTo(500);
            assertThat(ledger.balance(tx.as(caller), dollars)).isZero();
            assertThat(ledger.balance(tx.as(caller), euros)).isEqualTo(30);
        });
    }
}
