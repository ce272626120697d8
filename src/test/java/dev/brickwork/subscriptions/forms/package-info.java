@NullMarked
package dev.brickwork.subscriptions.forms;

import org.jspecify.annotations.NullMarked;
