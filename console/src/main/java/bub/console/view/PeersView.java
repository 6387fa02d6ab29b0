package bub.console.view;

import java.util.List;

/**
 * Peers that are connected to the bus.
 *
 * @param total number of peers, listed or not
 */
public record PeersView(List<PeerView> peers, int total) {}
