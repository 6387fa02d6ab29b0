package bub.console.view;

import java.util.List;

/**
 * Somebody who is connected to the bus.
 *
 * @param role {@code chat}, {@code system agent}, {@code agent}, {@code lobby agent} or {@code
 *     other}
 * @param inFlight what was delivered to it and is not answered yet, as far as the console saw it
 */
public record PeerView(
    String clientId,
    String connectionId,
    String dialect,
    String clientName,
    String clientVersion,
    String role,
    List<String> subscriptions,
    String connectedAt,
    int inFlight) {}
