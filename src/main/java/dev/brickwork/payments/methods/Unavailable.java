package dev.brickwork.payments.methods;

import static java.util.Objects.requireNonNull;

import dev.brickwork.payments.processor.ProcessorUnavailable;
import dev.brickwork.platform.Refusal;
import java.util.function.Supplier;

/// Turns what a processor does not do into the answer that a caller of the API gets.
public final class Unavailable {
    private Unavailable() {}

    public static <T> T refused(Supplier<T> call) {
        try {
            return call.get();
        } catch (ProcessorUnavailable down) {
            throw refusal(down);
        }
    }

    public static Refusal refusal(ProcessorUnavailable down) {
        return switch (down.why()) {
            case AMOUNT -> Refusal.badField("amount", requireNonNull(down.getMessage()));
            case REFUSED ->
                Refusal.of(
                        Refusal.Kind.UNAVAILABLE,
                        "the payment processor refuses the account that is connected; connect it again with PUT /processor");
            case IN_DOUBT, AWAY, UNKNOWN_PAYER ->
                Refusal.of(Refusal.Kind.UNAVAILABLE, "the payment processor does not answer; try again");
        };
    }
}
