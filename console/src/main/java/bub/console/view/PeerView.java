package bub.console.view;

import java.util.List;

/**
 * A peer that is connected to the bus.
 *
 * @param role {@code chat}, {@code system agent}, {@code agent}, {@code lobby agent} or {@code
 *     other}
 * @param inFlight number of deliveries that it has not answered yet, as seen by the console
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
