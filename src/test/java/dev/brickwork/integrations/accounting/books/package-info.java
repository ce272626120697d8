@NullMarked
package dev.brickwork.integrations.accounting.books;

import org.jspecify.annotations.NullMarked;
