package dev.brickwork.invoicing.issued;

import dev.brickwork.invoicing.Billable;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.pricing.calendar.Period;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/// How what is billed stands in a table: as an item that waits, or as a line of a version.
public final class BillableRow {
    private BillableRow() {}

    public static Billable read(ResultSet row) throws SQLException {
        return new Billable(
                Billable.Kind.valueOf(Columns.text(row, "kind")),
                Optional.of(Columns.uuid(row, "id")),
                Columns.maybeUuid(row, "order_line_id"),
                Columns.maybeUuid(row, "brick_id"),
                Columns.text(row, "name"),
                Columns.maybeText(row, "code"),
                Columns.decimal(row, "quantity"),
                new Period(Columns.date(row, "starts_on"), Columns.date(row, "ends_on")),
                Columns.number(row, "gross"),
                Columns.number(row, "discount"),
                Columns.text(row, "tax_category"),
                Columns.text(row, "details"));
    }
}
