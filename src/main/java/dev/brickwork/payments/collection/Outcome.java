package dev.brickwork.payments.collection;

import dev.brickwork.payments.processor.ChargeResult;

/// How a step of collecting went, in the words of the API.
public enum Outcome {
    SUCCEEDED,
    PROCESSING,
    SOFT_DECLINE,
    HARD_DECLINE,
    REQUIRES_ACTION,
    UNKNOWN,
    SENT,
    SKIPPED,
    NONE;

    public static Outcome of(ChargeResult result) {
        return switch (result) {
            case ChargeResult.Succeeded _ -> SUCCEEDED;
            case ChargeResult.Processing _ -> PROCESSING;
            case ChargeResult.RequiresAction _ -> REQUIRES_ACTION;
            case ChargeResult.Declined declined ->
                switch (declined.kind()) {
                    case SOFT -> SOFT_DECLINE;
                    case HARD -> HARD_DECLINE;
                };
            case ChargeResult.Unknown _ -> UNKNOWN;
        };
    }
}
