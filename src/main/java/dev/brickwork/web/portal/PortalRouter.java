package dev.brickwork.web.portal;

import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.front.RateLimits;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.http.pages.PublicRequest;
import dev.brickwork.platform.http.pages.SameOrigin;
import dev.brickwork.web.portal.access.PageToken;
import dev.brickwork.web.portal.access.Visit;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// Every request to a page comes through here: how often, by which method, from where, and only then to which page.
/// What is not there for whatever reason gets the very same answer.
final class PortalRouter implements PublicPages {
    private static final String RETRY_SECONDS = "60";

    private final Map<String, Section> sections;
    private final SameOrigin sameOrigin;
    private final String baseUrl;
    private final RateLimits views;
    private final int viewsPerMinute;
    private final InstantSource realTime;

    /// One kind of page.
    @FunctionalInterface
    interface Section {
        /// Empty when there is no such page.
        Optional<Answer> answer(Visit visit);

        /// Empty when the text cannot be one of its links.
        default Optional<PageToken> token(String text) {
            return PageToken.parse(text);
        }
    }

    PortalRouter(Map<String, Section> sections, String baseUrl, int viewsPerMinute, InstantSource realTime) {
        this.sections = Map.copyOf(sections);
        this.sameOrigin = new SameOrigin(baseUrl);
        this.baseUrl = baseUrl;
        this.views = new RateLimits(Integer.MAX_VALUE);
        this.viewsPerMinute = viewsPerMinute;
        this.realTime = realTime;
    }

    @Override
    public Optional<Answer> answer(PublicRequest request) {
        var asset = Assets.find(request);
        if (asset.isPresent()) return asset;
        var path = request.path().split("/", 4);
        if (path.length < 2) return Optional.empty();
        var section = sections.get(path[1]);
        if (section == null) return Optional.empty();
        return Optional.of(guarded(request, section, path));
    }

    /// The failure was logged with its id; a payer gets a page.
    @Override
    public Answer failed(PublicRequest request, Answer failure) {
        var path = request.path().split("/", 3);
        if (path.length < 2 || !sections.containsKey(path[1])) return failure;
        return Notices.failed(failure.status());
    }

    private Answer guarded(PublicRequest request, Section section, String[] path) {
        var limit = RateLimits.Limit.perMinute(viewsPerMinute);
        if (!views.takeFrom(request.address(), limit)) return Notices.busy().with("Retry-After", RETRY_SECONDS);
        switch (request.method()) {
            case "GET", "HEAD" -> {}
            case "POST" -> {
                if (!sameOrigin.allows(request)) return Notices.refused();
            }
            default -> {
                return Notices.unknown(405).with("Allow", "GET, HEAD, POST");
            }
        }
        var token = section.token(path.length > 2 ? path[2] : "");
        if (token.isEmpty()) return Notices.unknown(404);
        var visit =
                new Visit(request, baseUrl, path[1], token.get(), path.length > 3 ? path[3] : "", realTime.instant());
        try {
            return section.answer(visit).orElseGet(() -> Notices.unknown(404));
        } catch (Refusal refusal) {
            if (refusal.kind() == Refusal.Kind.NOT_FOUND) return Notices.unknown(404);
            return Notices.refused(); // a form that no page of ours can have sent
        }
    }
}
