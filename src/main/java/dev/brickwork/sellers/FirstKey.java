package dev.brickwork.sellers;

import dev.brickwork.platform.database.Tx;

/// Gives a new seller its first key. Declared here and kept by `keys`, because rooms know only rooms to their left.
public interface FirstKey {
    /// Makes the key and returns it whole, the only time it is shown.
    String issue(Tx tx, Seller seller);
}
