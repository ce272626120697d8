package dev.brickwork.ledger;

import dev.brickwork.ledger.JournalView.Balance;
import dev.brickwork.ledger.JournalView.Booked;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.sellers.Sellers;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/// Shows the journal and its trial balance. Each transfer is shown as its two postings.
final class JournalResource {
    private final Sellers sellers;
    private final JournalView view = new JournalView();

    JournalResource(Sellers sellers) {
        this.sellers = sellers;
    }

    Answer list(Tx tx, Request request) {
        var query = request.queryFields();
        var page = request.page(query, Listing.OLDEST_FIRST);
        var zone = sellers.get(tx, request.seller()).timeZone();
        var filter = new JournalView.Filter(
                query.oneOf("account", Account.values()),
                query.currency("currency"),
                query.uuid("customer_id"),
                query.uuid("invoice_id"),
                query.from("from", zone),
                query.until("to", zone));
        query.check();
        var entries = view.list(tx, filter, page);
        return page.answer(view.count(tx, filter), entries, JournalResource::write);
    }

    private static void write(JsonWriter json, Booked booked) {
        var entry = booked.entry();
        var postings = new ArrayList<Posting>();
        for (var transfer : entry.transfers()) {
            postings.add(new Posting(transfer.debit(), transfer.amount(), 0));
            postings.add(new Posting(transfer.credit(), 0, transfer.amount()));
        }
        json.object(out -> out.put("journal_entry_id", booked.id())
                .put("occurred_at", booked.at())
                .put("cause", entry.cause())
                .put("currency", entry.currency())
                .put("customer_id", entry.customer())
                .put("invoice_id", entry.invoice())
                .put("payment_id", entry.payment())
                .putEach("postings", postings, JournalResource::write));
    }

    private record Posting(Account account, long debit, long credit) {}

    private static void write(JsonWriter json, Posting posting) {
        json.object(out ->
                out.put("account", posting.account).put("debit", posting.debit).put("credit", posting.credit));
    }

    Answer balances(Tx tx, Request request) {
        var query = request.queryFields();
        var asOf = query.until("as_of", sellers.get(tx, request.seller()).timeZone())
                .orElse(request.caller().now());
        query.check();
        var balances = view.balances(tx, asOf);
        var totals = new LinkedHashMap<String, Balance>();
        for (var one : balances) totals.merge(one.currency(), one, Balance::plus);
        return Answer.ok(json -> json.object(out -> out.put("as_of", asOf)
                .putEach(
                        "balances",
                        balances,
                        (each, one) -> each.object(it -> it.put("account", one.account())
                                .put("currency", one.currency())
                                .putNumber("debit", one.debit())
                                .putNumber("credit", one.credit())
                                .putNumber("balance", one.debit().subtract(one.credit()))))
                .putEach(
                        "totals",
                        totals.values(),
                        (each, one) -> each.object(it -> it.put("currency", one.currency())
                                .putNumber("debit", one.debit())
                                .putNumber("credit", one.credit())))));
    }
}
