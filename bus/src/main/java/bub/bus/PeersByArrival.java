package bub.bus;

import bub.protocol.Status;
import java.util.ArrayList;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Peers in the order of their arrival, read one page at a time. Hub thread only. */
final class PeersByArrival {
  /** Approximate size of a page: one peer may have a thousand long subscriptions. */
  private static final long PAGE_BYTES = 256 * 1024;

  private final NavigableMap<Long, ConnectedPeer> peers = new TreeMap<>();
  private long joined;

  void add(ConnectedPeer peer) {
    peer.arrivedAs(++joined);
    peers.put(joined, peer);
  }

  void remove(ConnectedPeer peer) {
    peers.remove(peer.arrival());
  }

  long joined() {
    return joined;
  }

  Status page(String serverId, Status.Query query) {
    var page = new ArrayList<Status.Connection>();
    long bytes = 0;
    for (ConnectedPeer peer : peers.tailMap(query.after(), false).values()) {
      if (page.size() == query.limit() || bytes > PAGE_BYTES) {
        return new Status(serverId, page, peer.arrival() - 1);
      }
      page.add(peer.describe());
      bytes += peer.describedBytes();
    }
    return new Status(serverId, page);
  }
}
