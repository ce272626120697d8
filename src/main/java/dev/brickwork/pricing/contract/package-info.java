/// A term with its upgrades, and what follows from it: lines, charges with their dates, usage windows, the next
/// term.
///
/// Where to begin: [Contract]. [RunningTerm] lays upgrades over the term; [LineMaker] and [UpgradeLines] make its
/// lines, [TermValue] is what a stretch of one is worth, [ChargePlan] when it is billed; [UsageWindows] says what usage
/// is rated by; [Renewal] makes the next term.
@NullMarked
package dev.brickwork.pricing.contract;

import org.jspecify.annotations.NullMarked;
