package bub.console.view;

import java.util.List;

/**
 * Who is connected to the bus.
 *
 * @param total how many there are, listed or not
 */
public record PeersView(List<PeerView> peers, int total) {}
