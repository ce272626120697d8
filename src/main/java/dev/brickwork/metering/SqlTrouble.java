package dev.brickwork.metering;

import java.sql.SQLException;
import org.jdbi.v3.core.JdbiException;

/// A failed statement of plain JDBC, in the family of exceptions by which the database layer decides what to
/// run again.
public final class SqlTrouble extends JdbiException {
    private static final long serialVersionUID = 1;

    SqlTrouble(SQLException cause) {
        super(cause);
    }
}
