package dev.brickwork.sellers.keys;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Identity;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.http.front.KeyCheck;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.outbox.Outbox;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Facade of API keys: identifies callers by their key, and gives a new seller its first one.
public final class Keys implements KeyCheck {
    /// A revoked key lives at most this long in a cache; with the poll of a lagging node it stays under five
    /// seconds.
    private static final Duration CACHED_FOR = Duration.ofSeconds(2);

    private static final int CACHE_COUNT_MAX = 10_000;

    /// An actor that is a key bears this before the id of the key.
    private static final String ACTOR = "key:";

    private final Database database;
    private final Outbox outbox;
    private final InstantSource realTime;
    private final KeyStore keys = new KeyStore();
    private final IssueKey issueKey;
    private final KeyResource resource;
    private final ConcurrentHashMap<String, Cached> cache = new ConcurrentHashMap<>();
    private final Set<String> used = ConcurrentHashMap.newKeySet();

    /// @param keptAt by the counter of the machine: its clock may be set back
    private record Cached(Identity identity, List<AddressRange> addresses, long keptAt) {
        boolean isFresh() {
            return System.nanoTime() - keptAt < CACHED_FOR.toNanos();
        }
    }

    public Keys(Database database, Outbox outbox, InstantSource realTime) {
        this.database = database;
        this.outbox = outbox;
        this.realTime = realTime;
        this.issueKey = new IssueKey(keys, realTime);
        this.resource = new KeyResource(keys, issueKey, realTime);
    }

    /// The page for secret scanners, where the operator has agreed a secret with them.
    public Optional<PublicPages> pages(Optional<Secret> scannerSecret) {
        return scannerSecret.map(secret -> new LeakPages(database, keys, outbox, secret, realTime));
    }

    public Routes routes() {
        return resource.routes();
    }

    @Override
    public Verdict identify(String presented, String address) {
        var cacheKey = HexFormat.of().formatHex(KeyText.hash(presented));
        var cached = cache.get(cacheKey);
        if (cached != null && cached.isFresh()) return verdict(cached, address);
        var text = KeyText.parse(presented);
        if (text.isEmpty()) return new Verdict.Refused(Optional.empty()); // The checksum tells, before any look-up.
        var hash = text.get().secretHash();
        var found = database.read(tx -> keys.findByText(tx, text.get().id()))
                .filter(key -> MessageDigest.isEqual(key.secretHash(), hash));
        if (found.isEmpty()) return new Verdict.Refused(Optional.empty());
        if (!isValid(found.get(), text.get(), realTime.instant())) {
            cache.remove(cacheKey);
            return new Verdict.Refused(Optional.of(text.get().id()));
        }
        var known = new Cached(identity(found.get(), text.get()), found.get().addresses(), System.nanoTime());
        keep(cacheKey, known);
        return verdict(known, address);
    }

    @Override
    public boolean isSuccessor(Tx tx, String former) {
        return keys.isSuccessor(tx, keyId(tx.caller().actor()), keyId(former));
    }

    private static String keyId(String actor) {
        return actor.substring(ACTOR.length());
    }

    private static Verdict verdict(Cached known, String address) {
        return isAllowed(known.addresses, address)
                ? new Verdict.Known(known.identity)
                : new Verdict.Refused(Optional.of(known.identity.keyId()));
    }

    private static boolean isAllowed(List<AddressRange> ranges, String address) {
        return ranges.isEmpty() || ranges.stream().anyMatch(range -> range.holds(address));
    }

    private static boolean isValid(KeyStore.Found key, KeyText text, Instant now) {
        return key.revokedAt().isEmpty()
                && key.expiresAt().filter(end -> !end.isAfter(now)).isEmpty()
                && text.environment().equals(key.isTest() ? IssueKey.TEST : IssueKey.LIVE);
    }

    private Identity identity(KeyStore.Found key, KeyText text) {
        used.add(text.id());
        return new Identity(key.seller(), ACTOR + text.id(), key.scopes(), key.isTest(), key.clock());
    }

    /// A test seller's clock may have moved a moment ago, so its key is looked up every time.
    private void keep(String cacheKey, Cached known) {
        if (known.identity.isTest()) return;
        if (cache.size() >= CACHE_COUNT_MAX) cache.values().removeIf(old -> !old.isFresh());
        if (cache.size() < CACHE_COUNT_MAX) cache.put(cacheKey, known);
    }

    /// Makes the first key of a new seller and returns it whole, the only time it is shown.
    public String issueFirst(Tx tx, boolean isTest) {
        return issue(tx, "first key", isTest);
    }

    /// Another key for a seller, asked for at the command line.
    public String issue(Tx tx, String name, boolean isTest) {
        var text = KeyText.random(isTest ? IssueKey.TEST : IssueKey.LIVE);
        return issueKey.store(tx, text, name, Scope.allOfSeller()).whole();
    }

    /// A new operator key that is not stored yet, for a caller that starts a service and brings the key along.
    public static String randomOperatorKey() {
        return KeyText.random(IssueKey.LIVE).whole();
    }

    public boolean hasOperatorKey(SqlSession tx) {
        return keys.count(tx.as(operator())) > 0;
    }

    /// Makes an operator key, or takes the one the operator brought; the same one again changes nothing. It also
    /// manages its like, so that one that leaked can be ended.
    public String operatorKey(SqlSession tx, Optional<String> brought) {
        var text = brought.flatMap(KeyText::parse).orElseGet(() -> KeyText.random(IssueKey.LIVE));
        if (keys.lock(tx.as(operator()), text.id()).isPresent()) return text.whole();
        return issueKey.store(tx.as(operator()), text, "operator", EnumSet.of(Scope.OPERATOR, Scope.KEYS))
                .whole();
    }

    /// Writes down which keys were used since the last call; run about once a minute.
    public void rememberUse() {
        var ids = Set.copyOf(used);
        if (ids.isEmpty()) return;
        used.removeAll(ids);
        database.inTransaction(tx -> keys.touch(tx, ids, realTime.instant()));
    }

    private Caller operator() {
        return new Caller(SellerId.OPERATOR, "start", "start", realTime.instant());
    }
}
