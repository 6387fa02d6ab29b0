package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.gateway.caller.Caller;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Changes of resources, for the clients that subscribed to them: events of the agents that offer
 * them, and what the watch of bub's own resources sees. Safe for any thread; calls block.
 */
final class ResourceUpdates {
  private static final String EVENT = "resource_updated";

  private final ResourceList resources;
  private final McpSessions sessions;
  private final OwnResourceWatch own;
  private final Map<NotificationStream, Set<String>> streams = new ConcurrentHashMap<>();

  ResourceUpdates(ResourceList resources, McpSessions sessions, OwnResourceWatch own) {
    this.resources = resources;
    this.sessions = sessions;
    this.own = own;
  }

  /** {@link #remove} must follow, even if this fails. */
  void add(NotificationStream stream, McpRequester client, Set<String> uris)
      throws HttpRefusal, InterruptedException {
    if (!uris.isEmpty()) {
      streams.put(stream, Set.copyOf(uris));
    }
    for (String uri : uris) {
      own.add(stream, client.caller(), uri);
    }
  }

  void remove(NotificationStream stream) {
    streams.remove(stream);
    own.removeAll(stream);
  }

  /** Returns false when the session has too many subscriptions. */
  boolean subscribe(McpSession session, Caller caller, String uri)
      throws HttpRefusal, InterruptedException {
    if (!session.subscribe(uri)) {
      return false;
    }
    boolean isAdded = false;
    try {
      own.add(session, caller, uri);
      isAdded = true;
    } finally {
      if (!isAdded) {
        session.unsubscribe(uri);
      }
    }
    return true;
  }

  void unsubscribe(McpSession session, String uri) {
    session.unsubscribe(uri);
    own.remove(session, uri);
  }

  void endAll() {
    own.endAll();
  }

  /** Only the agent that offers a resource may say that it has changed. */
  Ack handle(Envelope envelope) throws InterruptedException {
    try {
      if (!(AppMessage.read(envelope.payload()) instanceof AgentEvent(String event, RawJson data))
          || !event.equals(EVENT)) {
        return Ack.failed(envelope.to() + " accepts only an agent_event with the event " + EVENT);
      }
      String uri = data.fields().string("uri");
      if (!resources.isOffered(envelope.from(), uri)) {
        return Ack.failed(envelope.from() + " does not offer the resource " + uri);
      }
      sessions.all().forEach(session -> session.updated(uri));
      streams.forEach(
          (stream, uris) -> {
            if (uris.contains(uri)) {
              stream.updated(uri);
            }
          });
      return Ack.ok("noted");
    } catch (InvalidField odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    } catch (CallRefused | NoAnswer away) {
      return Ack.retryIn(1, String.valueOf(away.getMessage()));
    }
  }
}
