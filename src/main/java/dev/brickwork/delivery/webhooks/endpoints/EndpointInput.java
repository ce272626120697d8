package dev.brickwork.delivery.webhooks.endpoints;

import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.egress.Guard;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import java.util.List;
import java.util.Optional;

/// The fields of an endpoint in a request; an absent one stays as it is, or takes the default.
public record EndpointInput(Optional<String> url, Optional<List<String>> events, Optional<Boolean> isActive) {
    private static final int URL_LENGTH_MAX = 2000;
    private static final int EVENT_COUNT_MAX = 100;
    private static final int EVENT_LENGTH_MAX = 100;

    public static EndpointInput forCreation(Request request) {
        var fields = request.fields();
        var input = new EndpointInput(
                fields.require("url", name -> url(fields, name)),
                fields.require("events", name -> events(fields, name)),
                fields.flag("active"));
        fields.check();
        return input;
    }

    public static EndpointInput forChange(Request request) {
        var fields = request.fields();
        var input = new EndpointInput(
                fields.changeable("url", name -> url(fields, name)),
                fields.changeable("events", name -> events(fields, name)),
                fields.changeable("active", fields::flag));
        fields.check();
        return input;
    }

    /// Where it leads is looked up later, when nothing else is wrong.
    private static Optional<String> url(Fields fields, String name) {
        var url = fields.filledText(name, URL_LENGTH_MAX);
        url.flatMap(Guard::fault).ifPresent(why -> fields.fault(name, refused(why)));
        return url;
    }

    private static Optional<List<String>> events(Fields fields, String name) {
        var names = fields.eachOnce(name, EVENT_COUNT_MAX, (each, field) -> each.text(field, EVENT_LENGTH_MAX));
        if (names.isEmpty()) return names;
        if (names.get().isEmpty()) fields.fault(name, "Name at least one event, or * for all.");
        for (int i = 0; i < names.get().size(); i++) {
            if (!EventTypes.isKnown(names.get().get(i))) fields.fault(name + "[" + i + "]", EventTypes.NO_SUCH_EVENT);
        }
        return names;
    }

    public Endpoint over(Endpoint before) {
        boolean willBeActive = isActive.orElse(before.isActive());
        return new Endpoint(
                before.id(),
                url.orElse(before.url()),
                events.orElse(before.events()),
                willBeActive,
                willBeActive ? Optional.empty() : before.disabled(),
                before.createdAt(),
                before.version());
    }

    public static Refusal badUrl(String why) {
        return Refusal.badField("url", refused(why));
    }

    private static String refused(String why) {
        return "The address %s.".formatted(why);
    }
}
