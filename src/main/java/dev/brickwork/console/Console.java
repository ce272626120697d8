package dev.brickwork.console;

import dev.brickwork.plumbing.http.front.OwnApi;
import dev.brickwork.plumbing.http.pages.PublicPages;

/// The door of the room.
public final class Console {
    private final Site site;

    /// Needs nothing but the API.
    ///
    /// @param baseUrl the public address of this service, without a slash at its end
    public Console(OwnApi api, String baseUrl) {
        this.site = new Site(api, baseUrl);
    }

    public PublicPages site() {
        return site;
    }
}
