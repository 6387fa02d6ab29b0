package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.protocol.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * Sentence of the system agent for a person, as the agent event {@code notice}.
 *
 * @param messageId message of the person that gets no other answer for now; null for none
 */
public record NoticeEvent(String text, @Nullable MessageId messageId) {
  public static final String NAME = "notice";

  /** Returns null for any other event. */
  public static @Nullable NoticeEvent read(AgentEvent event) {
    if (!event.event().equals(NAME)) {
      return null;
    }
    Fields data = event.data().fields();
    String message = data.optionalString("message_id");
    return new NoticeEvent(
        data.string("text"), message == null ? null : MessageId.check("message_id", message));
  }

  public AgentEvent toEvent() {
    JsonValue data =
        out -> {
          out.beginObject().field("text", text);
          out.optional("message_id", messageId).endObject();
        };
    return new AgentEvent(NAME, data.toRaw());
  }
}
