package bub.gateway.mcp;

import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
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
 * Events of agents about their resources, for the clients that subscribed to them. Safe for any
 * thread; an event blocks while the lobby is asked.
 */
final class ResourceUpdates {
  private static final String EVENT = "resource_updated";

  private final ResourceList resources;
  private final McpSessions sessions;
  private final Map<NoticeStream, Set<String>> streams = new ConcurrentHashMap<>();

  ResourceUpdates(ResourceList resources, McpSessions sessions) {
    this.resources = resources;
    this.sessions = sessions;
  }

  void add(NoticeStream stream, Set<String> uris) {
    if (!uris.isEmpty()) {
      streams.put(stream, Set.copyOf(uris));
    }
  }

  void remove(NoticeStream stream) {
    streams.remove(stream);
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
