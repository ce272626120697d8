package dev.brickwork.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer.Tenant;

/// Checks that `If-Match` protects a resource that is PUT as a whole: a client that names the state that it has
/// seen never overwrites a newer one.
public final class EntityTags {
    private EntityTags() {}

    /// Changes the resource back and forth, with the right tag and with an old one.
    ///
    /// @param one a body that changes the resource
    /// @param other another one that does
    public static void tellEditorsApart(Tenant seller, String path, String one, String other) {
        var first = seller.put(path, one).is(200).header("ETag").orElseThrow();
        assertThat(seller.get(path).is(200).header("ETag")).hasValue(first);

        var second = seller.send("PUT", path, other, "If-Match", first).is(200).header("ETag");
        assertThat(second)
                .isPresent()
                .isNotEqualTo(first)
                .isEqualTo(seller.get(path).header("ETag"));

        seller.send("PUT", path, one, "If-Match", first).is(412);
        assertThat(seller.get(path).header("ETag")).isEqualTo(second);
        seller.send("PUT", path, one, "If-Match", "*").is(200);
    }
}
