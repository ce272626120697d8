package dev.brickwork.invoicing;

import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/// The facts of one invoice of a term, issued or not, which decide what of it is unused (rule R-02).
///
/// @param customer whose credit it gives (rule I-16)
/// @param total before the adjustment credit of a recast, which counts as paid
/// @param paid payments, ledger credit and adjustment credit applied
/// @param adjusted what earlier changes took back from it, credit and offset together
/// @param credited the part of `adjusted` that was given as credit
/// @param carriedForward credit that it gave, because it came to less than nothing (rule M-08)
/// @param charges what it bills; reductions settled against it are in `reductions`
public record TermInvoice(
        UUID invoice,
        UUID customer,
        boolean isIssued,
        boolean isVoided,
        LocalDate billOn,
        long total,
        long paid,
        long remaining,
        long adjusted,
        long credited,
        long carriedForward,
        List<BilledCharge> charges,
        List<BilledCharge> reductions) {}
