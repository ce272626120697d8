/// Makes a PDF of a page: fonts, pictures, archival marks; foreign HTML is cleaned and printed in a child process
/// that is caged.
///
/// Knows nothing of what is printed.
@NullMarked
package dev.brickwork.delivery.documents.rendering;

import org.jspecify.annotations.NullMarked;
