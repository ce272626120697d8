/// Plan versions: published ones ([PublishPlan]), versions merged for one order ([MergePlanVersions]), and the
/// offers that estimates read from memory ([OffersInMemory]).
@NullMarked
package dev.brickwork.catalog.plans;

import org.jspecify.annotations.NullMarked;
