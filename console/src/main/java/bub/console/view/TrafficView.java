package bub.console.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Traffic between peers since the last view.
 *
 * @param missed events that came too fast to be seen
 * @param sampled share of the messages that was watched
 */
public record TrafficView(List<Edge> edges, long missed, double seconds, double sampled) {

  /**
   * Messages from one address to one peer.
   *
   * @param to recipient peer, or the address when nobody received them
   * @param via address that they were sent to
   */
  public record Edge(
      String from, String to, String via, int count, int failed, @Nullable Double meanMs) {}
}
