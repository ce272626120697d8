/// What is made of drafts: published versions ([PublishPlan]), versions merged for one order
/// ([MergePlanVersions]), and what estimates read of both ([OffersInMemory]).
@NullMarked
package dev.brickwork.catalog.plans;

import org.jspecify.annotations.NullMarked;
