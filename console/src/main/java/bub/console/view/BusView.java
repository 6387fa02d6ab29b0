package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * State of the console's connection to the bus.
 *
 * @param reason reason when it is not connected
 * @param since start of the current state
 */
public record BusView(
    boolean connected, @Nullable String serverId, @Nullable String reason, String since) {}
