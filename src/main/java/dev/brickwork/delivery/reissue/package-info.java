/// Regenerates an invoice with its paper and its mail: billing, documents and mail in one operation.
@NullMarked
package dev.brickwork.delivery.reissue;

import org.jspecify.annotations.NullMarked;
