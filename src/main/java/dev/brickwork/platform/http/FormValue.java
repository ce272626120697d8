package dev.brickwork.platform.http;

/// A single value that came as a field of a form or of a query: text that its reader may take as a number, a truth
/// value,
/// or a list of one.
sealed interface FormValue permits FormText, FormNumber, FormFlag {}
