package bub.checks.cluster;

import bub.client.transport.Connector;
import bub.client.transport.Unauthorized;
import bub.client.transport.WebSocketConnector;
import bub.jsonrpc.Link;
import bub.protocol.CloseCodes;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Connector that tries one node after the other, its home first, and records all that passes. */
final class RecordingConnector implements Connector {
  private static final AtomicLong CONNECTIONS = new AtomicLong();
  private static final Duration DIAL = Duration.ofSeconds(3);
  private static final Duration SILENCE = Duration.ofSeconds(5);

  /** Address of a node for its clients. */
  record NodeUrl(String node, URI url) {}

  private final String clientId;
  private final List<NodeUrl> nodes;
  private final int home;
  private final int maxDials;
  private final History history;
  private final AtomicInteger dials = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private volatile @Nullable RecordingLink current;

  private RecordingConnector(
      String clientId, List<NodeUrl> nodes, int home, int maxDials, History history) {
    this.clientId = clientId;
    this.nodes = nodes;
    this.home = home % nodes.size();
    this.maxDials = maxDials;
    this.history = history;
  }

  /** Tries all nodes in turn, beginning with one. */
  static RecordingConnector roaming(
      String clientId, List<NodeUrl> nodes, int home, History history) {
    return new RecordingConnector(clientId, nodes, home, Integer.MAX_VALUE, history);
  }

  /** Connects to one node, once. */
  static RecordingConnector once(String clientId, NodeUrl node, History history) {
    return new RecordingConnector(clientId, List.of(node), 0, 1, history);
  }

  @Override
  public Link connect() throws IOException, InterruptedException {
    if (dials.getAndIncrement() >= maxDials) {
      throw new Unauthorized("this client connects only once");
    }
    NodeUrl node = nodes.get((home + failures.getAndIncrement()) % nodes.size());
    Link link = WebSocketConnector.to(node.url()).within(DIAL).pinging(SILENCE, SILENCE).connect();
    var recording =
        new RecordingLink(
            link,
            clientId,
            node.node(),
            CONNECTIONS.incrementAndGet(),
            history,
            () -> failures.set(0));
    current = recording;
    return recording;
  }

  /** Leaves another node than the home, so that the client connects there again. */
  void returnHome() {
    RecordingLink link = current;
    if (link != null && !link.node().equals(nodes.get(home).node())) {
      link.close(CloseCodes.GOING_AWAY, "back home");
    }
  }

  boolean isHome() {
    RecordingLink link = current;
    return link != null && link.isConnected() && link.node().equals(nodes.get(home).node());
  }
}
