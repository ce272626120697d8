package dev.brickwork.web.portal.views;

import dev.brickwork.sellers.Mode;
import dev.brickwork.sellers.Seller;
import java.util.Locale;
import java.util.Optional;

/// The layout around every hosted page.
///
/// @param width a class of the stylesheet: `narrow`, `wide` or nothing
/// @param refresh an address that the browser loads by itself after some seconds
public record Frame(
        PageText say, String title, Optional<Brand> brand, boolean isTest, String width, Optional<Refresh> refresh) {
    /// The seller as its customers know it.
    ///
    /// @param logo a picture as a `data:` address, checked when it was set
    /// @param mark a letter where there is no picture
    public record Brand(String name, Optional<String> logo, String mark) {
        static Brand of(Seller seller) {
            var name = seller.name().strip();
            var mark = name.isEmpty() ? "·" : name.substring(0, name.offsetByCodePoints(0, 1));
            return new Brand(name, seller.logo(), mark.toUpperCase(Locale.ROOT));
        }
    }

    /// A page that waits for something looks again by itself, without a script.
    public record Refresh(int seconds, String address) {
        public String content() {
            return "%d;url=%s".formatted(seconds, address);
        }
    }

    public static Frame of(PageText say, Seller seller, String title) {
        return new Frame(say, title, Optional.of(Brand.of(seller)), seller.mode() == Mode.TEST, "", Optional.empty());
    }

    /// Of a page that must not say whose it is.
    public static Frame withoutSeller(PageText say, String title) {
        return new Frame(say, title, Optional.empty(), false, "narrow", Optional.empty());
    }

    public Frame narrow() {
        return new Frame(say, title, brand, isTest, "narrow", refresh);
    }

    public Frame wide() {
        return new Frame(say, title, brand, isTest, "wide", refresh);
    }

    public Frame refreshing(Refresh other) {
        return new Frame(say, title, brand, isTest, width, Optional.of(other));
    }
}
