@NullMarked
package dev.brickwork.accounting.books;

import org.jspecify.annotations.NullMarked;
