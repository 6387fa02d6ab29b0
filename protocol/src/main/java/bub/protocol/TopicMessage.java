package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Message by topic, which is an address: params in the topic and classic dialects. */
public record TopicMessage(Address topic, RawJson payload) implements JsonValue {
  private static final List<String> FIELDS = List.of("topic", "payload");

  public static TopicMessage read(@Nullable RawJson params) {
    Fields fields = Fields.of(params, FIELDS);
    return new TopicMessage(Address.read(fields, "topic"), fields.object("payload"));
  }

  /** Creates the envelope. The payload must contain the id, type, sender, time and content. */
  public Envelope complete() {
    Fields fields = payload.fields();
    try {
      MessageId id = MessageId.read(fields, "messageId");
      fields.string("type");
      Address from = Address.read(fields, "from");
      Times.time(fields, "timestamp");
      fields.object("content");
      return new Envelope(from, topic, id, payload);
    } catch (InvalidField invalid) {
      throw invalid.inside("payload");
    }
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("topic", topic.value()).field("payload", payload).endObject();
  }

  public record Subscription(String topic) implements JsonValue {
    private static final List<String> FIELDS = List.of("topic");

    public static Subscription read(@Nullable RawJson params) {
      return new Subscription(Fields.of(params, FIELDS).string("topic"));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("topic", topic).endObject();
    }
  }

  /** Result of {@code sendMessage} in the topic dialect. */
  public record Sent(boolean accepted, MessageId messageId, int deliveredTo) implements JsonValue {
    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("accepted", accepted).field("messageId", messageId);
      out.field("deliveredTo", deliveredTo).endObject();
    }
  }

  /** Result of {@code sendMessage} in the classic dialect, in both directions. */
  public record Verdict(boolean success, boolean stopPropagation) implements JsonValue {
    public static Verdict read(RawJson result) {
      if (!result.isObject()) {
        throw new InvalidField("result", "must be an object");
      }
      Fields fields = result.fields();
      return new Verdict(fields.bool("success"), fields.bool("stopPropagation", false));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("success", success).field("stopPropagation", stopPropagation);
      out.endObject();
    }
  }
}
