/// What the templates of the pages show, as records, and the words in which they say it.
@NullMarked
package dev.brickwork.web.portal.views;

import org.jspecify.annotations.NullMarked;
