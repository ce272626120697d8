/// View models of the hosted pages as records, and their texts.
@NullMarked
package dev.brickwork.web.portal.views;

import org.jspecify.annotations.NullMarked;
