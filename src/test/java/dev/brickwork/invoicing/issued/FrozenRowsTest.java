package dev.brickwork.invoicing.issued;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.billing.invoices.InvoicingFixture;
import dev.brickwork.support.Property;
import java.util.List;
import java.util.Random;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The database refuses to change or delete rows of versions, lines, payments, ledger, journal, history and audit.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class FrozenRowsTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final List<String> TABLES = List.of(
            "invoice_version",
            "invoice_line",
            "invoice_charge",
            "invoice_history",
            "payment",
            "credit_entry",
            "journal_entry",
            "journal_transfer",
            "audit");

    @Test
    void whatIsWrittenStaysAsItIs() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", "ALL_UPFRONT", ""));
        till.pay(till.invoice(id, 0), 200_000).is(200);
        Property.holds(Property.cases(100, 1_000), random -> {
            var table = TABLES.get(random.nextInt(TABLES.size()));
            assertThat(isRefused(table, random)).as(table).isTrue();
        });
    }

    private static boolean isRefused(String table, Random random) {
        var columns = HOUSE.database()
                .read(tx ->
                        tx.query("""
                        SELECT column_name
                        FROM information_schema.columns
                        WHERE table_schema = 'public' AND table_name = :table AND is_generated = 'NEVER'
                        ORDER BY ordinal_position
                        """).bind("table", table).mapTo(String.class).list());
        var column = columns.get(random.nextInt(columns.size()));
        var statement = random.nextInt(4) == 0
                ? "DELETE FROM %s".formatted(table)
                : "UPDATE %s SET %s = %s".formatted(table, column, column);
        try {
            HOUSE.database().inTransaction(tx -> tx.handle().execute(statement));
            return false;
        } catch (UnableToExecuteStatementException refused) {
            return true;
        }
    }
}
