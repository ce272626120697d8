package dev.brickwork;

import dev.brickwork.kernel.SellerId;
import dev.brickwork.sellers.BusinessData;
import org.jdbi.v3.core.Handle;

/// Looks into the rooms that the sellers' room cannot know: is there anything whose time must not run backwards?
final class AnyBusinessData implements BusinessData {
    @Override
    public boolean exists(Handle tx, SellerId seller) {
        return false;
    }
}
