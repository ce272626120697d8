/// Measures the service from outside: starts one as a process of its own, drives it over HTTP, and reads its CPU
/// from the operating system. A benchmark, never a timed test: it reports, it does not judge.
///
/// To add a scenario, write a [dev.brickwork.bench.Scenario] and name it in [dev.brickwork.bench.Bench].
@NullMarked
package dev.brickwork.bench;

import org.jspecify.annotations.NullMarked;
