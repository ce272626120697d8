@NullMarked
package dev.brickwork.delivery.documents.rendering;

import org.jspecify.annotations.NullMarked;
