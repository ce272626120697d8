/// Encryption of secrets that the service stores: credentials, and tokens of links that are shown again.
@NullMarked
package dev.brickwork.platform.security;

import org.jspecify.annotations.NullMarked;
