package dev.brickwork.journal;

import dev.brickwork.kernel.money.Currency;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.IdList;
import dev.brickwork.plumbing.database.Where;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.json.JsonWriter;
import dev.brickwork.sellers.Sellers;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Shows the journal and its trial balance. Each transfer is shown as its two postings.
final class JournalResource {
    private final Sellers sellers;

    JournalResource(Sellers sellers) {
        this.sellers = sellers;
    }

    private record Booked(UUID id, Instant at, Entry entry) {}

    Answer list(Handle tx, Request request) {
        var page = request.page();
        var order = request.ordering("created_at", List.of("created_at")).direction();
        var query = request.queryFields();
        var account = query.oneOf("account", Account.values()).map(Account::name);
        var currency = query.oneOf("currency", Currency.values()).map(Currency::name);
        var customer = query.uuid("customer_id");
        var invoice = query.uuid("invoice_id");
        var zone = sellers.get(tx, request.seller()).timeZone();
        var from = query.from("from", zone);
        var to = query.until("to", zone);
        query.check();
        var where = Where.seller("e.seller_id", request.seller().value())
                .and("""
                        EXISTS (SELECT FROM journal_transfer t
                                WHERE t.seller_id = e.seller_id AND t.entry_id = e.id
                                    AND (t.debit = :account OR t.credit = :account))
                        """, "account", account)
                .and("e.currency = :currency", "currency", currency)
                .and("e.customer_id = :customer", "customer", customer)
                .and("e.invoice_id = :invoice", "invoice", invoice)
                .and("e.occurred_at >= :from", "from", from)
                .and("e.occurred_at <= :to", "to", to);
        long count = where.bind(tx.createQuery("SELECT count(*) FROM journal_entry e " + where.sql()))
                .mapTo(Long.class)
                .one();
        var entries = where.bind(tx.createQuery("SELECT e.* FROM journal_entry e " + where.sql()
                        + " ORDER BY e.occurred_at %1$s, e.id %1$s LIMIT :limit OFFSET :offset".formatted(order)))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> new Booked(
                        Columns.uuid(row, "id"),
                        Columns.instant(row, "occurred_at"),
                        new Entry(
                                Cause.valueOf(Columns.text(row, "cause")),
                                Currency.valueOf(Columns.text(row, "currency")),
                                Columns.maybeUuid(row, "customer_id"),
                                Columns.maybeUuid(row, "invoice_id"),
                                Columns.maybeUuid(row, "payment_id"),
                                List.of())))
                .list();
        var transfers = transfers(
                tx, request.seller().value(), entries.stream().map(Booked::id).toList());
        return page.answer(
                count, entries, (json, booked) -> write(json, booked, transfers.getOrDefault(booked.id, List.of())));
    }

    private static Map<UUID, List<Entry.Transfer>> transfers(Handle tx, UUID seller, List<UUID> entries) {
        Map<UUID, List<Entry.Transfer>> all = new LinkedHashMap<>();
        if (entries.isEmpty()) return all;
        tx.createQuery("""
                SELECT entry_id, debit, credit, amount
                FROM journal_transfer
                WHERE seller_id = :seller AND entry_id = ANY (:entries::uuid[])
                ORDER BY entry_id, position
                """)
                .bind("seller", seller)
                .bind("entries", IdList.of(entries))
                .map((row, _) -> all.computeIfAbsent(Columns.uuid(row, "entry_id"), _ -> new ArrayList<>())
                        .add(new Entry.Transfer(
                                Account.valueOf(Columns.text(row, "debit")),
                                Account.valueOf(Columns.text(row, "credit")),
                                Columns.number(row, "amount"))))
                .list();
        return all;
    }

    private static void write(JsonWriter json, Booked booked, List<Entry.Transfer> transfers) {
        json.object(out -> {
            out.put("journal_entry_id", booked.id)
                    .put("occurred_at", booked.at)
                    .put("cause", booked.entry.cause())
                    .put("currency", booked.entry.currency())
                    .put("customer_id", booked.entry.customer())
                    .put("invoice_id", booked.entry.invoice())
                    .put("payment_id", booked.entry.payment());
            var postings = new ArrayList<Posting>();
            for (var transfer : transfers) {
                postings.add(new Posting(transfer.debit(), transfer.amount(), 0));
                postings.add(new Posting(transfer.credit(), 0, transfer.amount()));
            }
            out.putEach("postings", postings, JournalResource::write);
        });
    }

    private record Posting(Account account, long debit, long credit) {}

    private static void write(JsonWriter json, Posting posting) {
        json.object(out ->
                out.put("account", posting.account).put("debit", posting.debit).put("credit", posting.credit));
    }

    private record Balance(String account, String currency, long debit, long credit) {}

    /// The trial balance, at the end of a moment: the totals of the days before, and the entries of the day itself.
    /// An older entry that is in no total yet is looked up.
    Answer balances(Handle tx, Request request) {
        var query = request.queryFields();
        var asOf = query.until("as_of", sellers.get(tx, request.seller()).timeZone())
                .orElse(request.caller().now());
        query.check();
        var today = LocalDate.ofInstant(asOf, ZoneOffset.UTC);
        var balances = tx.createQuery("""
                SELECT account, currency, sum(debit)::bigint AS debit, sum(credit)::bigint AS credit
                FROM (SELECT account, currency, debit, credit
                      FROM journal_total
                      WHERE seller_id = :seller AND day < :today
                      UNION ALL
                      SELECT side.account, t.currency, side.debit, side.credit
                      FROM (SELECT id
                            FROM journal_entry
                            WHERE seller_id = :seller AND occurred_at >= :midnight AND occurred_at <= :asOf
                            UNION ALL
                            SELECT e.id
                            FROM journal_fresh f
                            JOIN journal_entry e ON e.seller_id = f.seller_id AND e.id = f.entry_id
                            WHERE f.seller_id = :seller AND e.occurred_at < :midnight) booked
                      JOIN journal_transfer t ON t.seller_id = :seller AND t.entry_id = booked.id
                      CROSS JOIN LATERAL (VALUES (t.debit, t.amount, 0), (t.credit, 0, t.amount))
                          AS side (account, debit, credit)) posted
                GROUP BY account, currency
                ORDER BY account, currency
                """)
                .bind("seller", request.seller().value())
                .bind("today", today)
                .bind("midnight", today.atStartOfDay(ZoneOffset.UTC).toInstant())
                .bind("asOf", asOf)
                .map((row, _) -> new Balance(
                        Columns.text(row, "account"),
                        Columns.text(row, "currency"),
                        Columns.number(row, "debit"),
                        Columns.number(row, "credit")))
                .list();
        var totals = new LinkedHashMap<String, Balance>();
        for (var one : balances) {
            totals.merge(
                    one.currency,
                    one,
                    (a, b) -> new Balance(a.account, a.currency, a.debit + b.debit, a.credit + b.credit));
        }
        return Answer.ok(json -> json.object(out -> out.put("as_of", asOf)
                .putEach(
                        "balances",
                        balances,
                        (each, one) -> each.object(it -> it.put("account", one.account)
                                .put("currency", one.currency)
                                .put("debit", one.debit)
                                .put("credit", one.credit)
                                .put("balance", one.debit - one.credit)))
                .putEach(
                        "totals",
                        totals.values(),
                        (each, one) -> each.object(it -> it.put("currency", one.currency)
                                .put("debit", one.debit)
                                .put("credit", one.credit)))));
    }
}
