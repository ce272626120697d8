package dev.brickwork.platform.database;

import java.util.Optional;

/// Tells the audit triggers, for the length of one transaction, who is acting and why.
public final class AuditContext {
    private AuditContext() {}

    static void set(Tx tx) {
        tx.query("""
                SELECT set_config('brickwork.actor', :actor, true),
                       set_config('brickwork.request', :request, true),
                       set_config('brickwork.now', :now, true) -- the seller_id is in the rows themselves
                """)
                .bind("actor", tx.caller().actor())
                .bind("request", tx.caller().requestId())
                .bind("now", tx.now().toString())
                .map((row, _) -> row.getString(1))
                .one();
    }

    /// Changes from here to the end of the transaction carry the reason that was given for them.
    public static void because(SqlSession tx, Optional<String> reason) {
        if (reason.isEmpty()) return;
        tx.query("SELECT set_config('brickwork.reason', :reason, true) -- the seller_id is in the rows")
                .bind("reason", reason.get())
                .map((row, _) -> row.getString(1))
                .one();
    }
}
