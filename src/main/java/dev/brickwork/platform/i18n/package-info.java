/// Texts and figures for readers of several languages: message bundles, and the formats of dates, amounts and numbers.
///
/// Where to begin: [MessageBundle] for texts, [LocaleFormat] for figures.
@NullMarked
package dev.brickwork.platform.i18n;

import org.jspecify.annotations.NullMarked;
