package bub.checks.cluster;

import bub.client.transport.Connector;
import bub.client.transport.Unauthorized;
import bub.client.transport.WebSocketConnector;
import bub.jsonrpc.Link;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Connector that tries one node after the other and records all that passes. */
final class RecordingConnector implements Connector {
  private static final AtomicLong CONNECTIONS = new AtomicLong();
  private static final Duration DIAL = Duration.ofSeconds(3);
  private static final Duration SILENCE = Duration.ofSeconds(5);

  /** Address of a node for its clients. */
  record NodeUrl(String node, URI url) {}

  private final String clientId;
  private final List<NodeUrl> nodes;
  private final int maxDials;
  private final History history;
  private final AtomicInteger dials;

  private RecordingConnector(
      String clientId, List<NodeUrl> nodes, int first, int maxDials, History history) {
    this.clientId = clientId;
    this.nodes = nodes;
    this.maxDials = maxDials;
    this.history = history;
    this.dials = new AtomicInteger(first);
  }

  /** Tries all nodes in turn, beginning with one. */
  static RecordingConnector roaming(
      String clientId, List<NodeUrl> nodes, int first, History history) {
    return new RecordingConnector(clientId, nodes, first, Integer.MAX_VALUE, history);
  }

  /** Connects to one node, once. */
  static RecordingConnector once(String clientId, NodeUrl node, History history) {
    return new RecordingConnector(clientId, List.of(node), 0, 1, history);
  }

  @Override
  public Link connect() throws IOException, InterruptedException {
    int dial = dials.getAndIncrement();
    if (dial >= maxDials) {
      throw new Unauthorized("this client connects only once");
    }
    NodeUrl node = nodes.get(Math.floorMod(dial, nodes.size()));
    Link link = WebSocketConnector.to(node.url()).within(DIAL).pinging(SILENCE, SILENCE).connect();
    return new RecordingLink(link, clientId, node.node(), CONNECTIONS.incrementAndGet(), history);
  }
}
