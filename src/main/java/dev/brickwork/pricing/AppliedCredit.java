package dev.brickwork.pricing;

/// How an adjustment credit was used up by a schedule; what remains goes to the customer's ledger (rule R-05).
public record AppliedCredit(AdjustmentCredit credit, long applied) {
    public long remaining() {
        return credit.total() - applied;
    }
}
