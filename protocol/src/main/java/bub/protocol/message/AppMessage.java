package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Inside;
import org.jspecify.annotations.Nullable;

/** What one peer tells another in a payload: a documented type, or {@link Unknown}. */
public sealed interface AppMessage
    permits SpawnRequest,
        SpawnResult,
        RouteAssigned,
        Configure,
        TgMessage,
        TgReply,
        DeliveryStatus,
        AgentEvent,
        AgentMessage,
        OperatorMessage,
        Unknown {

  @Nullable String type();

  /** Writes {@code content}, and what stands beside it, into the payload that is open. */
  void writeMembers(JsonWriter payload);

  /** Reads a payload: fields it does not know are ignored, those it knows must fit. */
  static AppMessage read(RawJson payload) {
    return read(Inside.fields("payload", payload));
  }

  private static AppMessage read(Fields payload) {
    String type = payload.optionalString("type");
    return switch (type) {
      case SpawnRequest.TYPE -> SpawnRequest.read(payload);
      case SpawnResult.TYPE -> SpawnResult.read(payload);
      case RouteAssigned.TYPE -> RouteAssigned.read(payload);
      case Configure.TYPE -> Configure.read(payload);
      case TgMessage.TYPE -> TgMessage.read(payload);
      case TgReply.TYPE -> TgReply.read(payload);
      case DeliveryStatus.TYPE -> DeliveryStatus.read(payload);
      case AgentEvent.TYPE -> AgentEvent.read(payload);
      case AgentMessage.TYPE -> AgentMessage.read(payload);
      case OperatorMessage.TYPE -> OperatorMessage.read(payload);
      case null, default -> new Unknown(type, payload.find("content"));
    };
  }
}
