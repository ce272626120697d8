package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.Tokens;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;

/// The tokens of one seller's link, where every process finds them.
final class StoredTokens implements Tokens.Vault {
    private final Database database;
    private final LinkStore links;
    private final SellerId seller;

    StoredTokens(Database database, LinkStore links, SellerId seller) {
        this.database = database;
        this.links = links;
        this.seller = seller;
    }

    @Override
    public Tokens load() {
        return database.read(tx -> links.credentials(tx, seller)).tokens();
    }

    @Override
    public boolean replace(Tokens stale, Tokens fresh) {
        return database.inTransaction(tx -> links.renew(tx, seller, stale, fresh));
    }
}
