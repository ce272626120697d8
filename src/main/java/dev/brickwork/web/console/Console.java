package dev.brickwork.web.console;

import dev.brickwork.platform.http.front.OwnApi;
import dev.brickwork.platform.http.pages.PublicPages;

/// Facade of the console.
public final class Console {
    private final ConsoleRouter site;

    /// Needs nothing but the API.
    ///
    /// @param baseUrl the public address of this service, without a slash at its end
    /// @param viewsPerMinute how many requests one network address may make, signed in or not
    public Console(OwnApi api, String baseUrl, int viewsPerMinute) {
        this.site = new ConsoleRouter(api, baseUrl, viewsPerMinute);
    }

    public PublicPages site() {
        return site;
    }
}
