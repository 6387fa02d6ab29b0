package bub.console.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who sent how much to whom since the last time.
 *
 * @param missed events that came too fast to be seen
 * @param sampled the share of the messages that was looked at
 */
public record TrafficView(List<Edge> edges, long missed, double seconds, double sampled) {

  /**
   * Messages from one address to one peer.
   *
   * @param to the peer that got them, or the address when nobody did
   * @param via the address that they were sent to
   */
  public record Edge(
      String from, String to, String via, int count, int failed, @Nullable Double meanMs) {}
}
