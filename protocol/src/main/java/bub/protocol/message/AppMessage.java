package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import org.jspecify.annotations.Nullable;

/** Application message in a payload: a documented type, or {@link UnknownMessage}. */
public sealed interface AppMessage
    permits SpawnRequest,
        SpawnResult,
        RouteAssigned,
        Configure,
        ChatMessage,
        ChatReply,
        DeliveryStatus,
        AgentEvent,
        AgentMessage,
        OperatorMessage,
        UnknownMessage {

  @Nullable String type();

  /** Writes {@code content} and its sibling members into the open payload object. */
  void writeMembers(JsonWriter payload);

  /** Reads a payload. Unknown fields are ignored; known fields must be valid. */
  static AppMessage read(RawJson payload) {
    return read(NestedFields.fields("payload", payload));
  }

  private static AppMessage read(Fields payload) {
    String type = payload.optionalString("type");
    return switch (type) {
      case SpawnRequest.TYPE -> SpawnRequest.read(payload);
      case SpawnResult.TYPE -> SpawnResult.read(payload);
      case RouteAssigned.TYPE -> RouteAssigned.read(payload);
      case Configure.TYPE -> Configure.read(payload);
      case ChatMessage.TYPE -> ChatMessage.read(payload);
      case ChatReply.TYPE -> ChatReply.read(payload);
      case DeliveryStatus.TYPE -> DeliveryStatus.read(payload);
      case AgentEvent.TYPE -> AgentEvent.read(payload);
      case AgentMessage.TYPE -> AgentMessage.read(payload);
      case OperatorMessage.TYPE -> OperatorMessage.read(payload);
      case null, default -> new UnknownMessage(type, payload.find("content"));
    };
  }
}
