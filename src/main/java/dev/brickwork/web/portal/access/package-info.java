/// One request to a page: its link, its form, and what it may do once.
///
/// Always true: a link is 256 random bits and no id; a form counts once.
@NullMarked
package dev.brickwork.web.portal.access;

import org.jspecify.annotations.NullMarked;
