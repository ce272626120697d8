@NullMarked
package dev.brickwork.web.portal.access;

import org.jspecify.annotations.NullMarked;
