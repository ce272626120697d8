/// Time as billing sees it: local dates, months anchored at an order's start, half-open periods, schedules, and
/// the service clock that pauses stop.
///
/// Always true:
/// - a period is `[start, end)` inside the system; the inclusive wire form exists only in
///   [dev.brickwork.pricing.calendar.WireDates] (rule T-02);
/// - months are counted from the anchor, never from the previous date (T-03), and lengths are exact and
///   additive (T-04);
/// - money is measured on service dates; calendar dates are service dates plus paused days (K-02).
@NullMarked
package dev.brickwork.pricing.calendar;

import org.jspecify.annotations.NullMarked;
