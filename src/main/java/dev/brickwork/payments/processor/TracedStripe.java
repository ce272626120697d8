package dev.brickwork.payments.processor;

import com.stripe.exception.ApiConnectionException;
import com.stripe.net.HttpURLConnectionClient;
import com.stripe.net.StripeRequest;
import com.stripe.net.StripeResponse;
import dev.brickwork.platform.telemetry.Span;

/// The SDK's own way to Stripe; each call is a span of the trace that is running.
final class TracedStripe extends HttpURLConnectionClient {
    @Override
    public StripeResponse request(StripeRequest request) throws ApiConnectionException {
        var span = Span.here().call("stripe");
        return span.around(() -> {
            var response = super.request(request);
            span.put("http.request.method", request.method().name()).put("http.response.status_code", response.code());
            return response;
        });
    }
}
