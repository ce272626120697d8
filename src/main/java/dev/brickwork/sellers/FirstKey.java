package dev.brickwork.sellers;

import dev.brickwork.kernel.Caller;
import org.jdbi.v3.core.Handle;

/// Gives a new seller its first key. Declared here and kept by `keys`, because rooms know only rooms to their left.
public interface FirstKey {
    /// Makes the key and returns it whole, the only time it is shown.
    String issue(Handle tx, Caller caller, Seller seller);
}
