@NullMarked
package dev.brickwork.documents.press;

import org.jspecify.annotations.NullMarked;
