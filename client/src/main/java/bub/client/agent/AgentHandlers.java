package bub.client.agent;

import bub.protocol.Ack;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Handlers of an agent by payload type; they may change while it runs. */
final class AgentHandlers {
  /** Handler that needs the parts of the started agent. */
  @FunctionalInterface
  interface Late extends Function<AgentParts, AgentHandler> {}

  private final Map<String, Late> byType = new ConcurrentHashMap<>();
  private volatile @Nullable Late otherwise;

  void put(String type, Late handler) {
    byType.put(type, handler);
  }

  void putIfAbsent(String type, Late handler) {
    byType.putIfAbsent(type, handler);
  }

  void otherwise(Late handler) {
    otherwise = handler;
  }

  Ack handle(ReceivedMessage message, AgentParts parts) throws Exception {
    String type = message.type();
    Late known = type == null ? null : byType.get(type);
    Late handler = known == null ? otherwise : known;
    return handler == null
        ? Ack.failed(message.to() + " does not accept messages of type " + type)
        : handler.apply(parts).handle(message);
  }
}
