/// Serves what needs no key: pages for people, files behind signed links, the contract, health and metrics.
@NullMarked
package dev.brickwork.platform.http.pages;

import org.jspecify.annotations.NullMarked;
