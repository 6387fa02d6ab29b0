package bub.gateway.lobby;

import java.util.concurrent.CompletableFuture;

/**
 * Order to the lobby that is under way.
 *
 * @param answer fails only with {@link bub.channel.http.HttpRefusal}; completes on any thread
 * @param stop tells the provider, by the bus, that nobody waits any more; never blocks
 */
public record LobbyCall(CompletableFuture<AckedOrder> answer, Runnable stop) {}
