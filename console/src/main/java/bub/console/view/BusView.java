package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * Whether the console reaches the bus.
 *
 * @param reason why not
 * @param since when that began
 */
public record BusView(
    boolean connected, @Nullable String serverId, @Nullable String reason, String since) {}
