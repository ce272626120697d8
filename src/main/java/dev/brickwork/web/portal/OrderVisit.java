package dev.brickwork.web.portal;

import dev.brickwork.billing.orders.OrderSheet;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.sellers.Seller;
import dev.brickwork.web.portal.access.Visit;
import dev.brickwork.web.portal.views.Banner;
import dev.brickwork.web.portal.views.Frame;
import dev.brickwork.web.portal.views.OrderViewModel;
import dev.brickwork.web.portal.views.PageText;
import java.util.Optional;

/// A visit to an order through a valid link.
///
/// @param caller the visitor, at the seller's time
record OrderVisit(Visit visit, Link link, Caller caller, Seller seller, OrderSheet sheet, PageText say) {
    Frame frame(String title) {
        return Frame.of(say, seller, say.text(title)).wide();
    }

    OrderViewModel order() {
        return OrderViewModel.of(sheet, say);
    }

    /// The version and total of the order that the page shows; the buyer accepts exactly these.
    String shown() {
        return sheet.version() + ":" + sheet.total();
    }

    String token(String purpose) {
        return visit.formToken(purpose);
    }

    /// The notice that a redirect to this page asks for, such as a refused coupon.
    Optional<Banner> banner() {
        if (visit.says("changed")) return Optional.of(new Banner("warn", "", say.text("changed")));
        if (visit.says("coupon"))
            return Optional.of(new Banner("bad", "", say.text("no_coupon", "seller", seller.name())));
        if (visit.says("cannot")) return Optional.of(cannot());
        return Banner.ofRefusal(visit, say);
    }

    Banner cannot() {
        return new Banner("bad", "", say.text("cannot", "seller", seller.name()));
    }

    /// Above a closed order.
    ///
    /// @param title when the buyer closed it here; a seller can close it too
    Banner agreed(String title) {
        boolean isSigned = sheet.form().customerSignature().isPresent();
        return new Banner(
                "good",
                say.text(isSigned ? title : "closed_title"),
                say.text(isSigned ? "signed_more" : "closed_more"));
    }

    Answer back(String word) {
        return visit.back(word);
    }
}
