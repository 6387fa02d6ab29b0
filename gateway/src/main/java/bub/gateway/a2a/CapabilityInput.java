package bub.gateway.a2a;

import bub.gateway.a2a.model.A2aMessage;
import bub.gateway.a2a.model.TaskWork.CapabilityWork;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** Messages of callers as input of capabilities. */
final class CapabilityInput {
  private static final String CAPABILITY = "capability";

  private CapabilityInput() {}

  /** Returns null when the message does not name a capability. */
  static @Nullable CapabilityWork read(A2aMessage message, @Nullable String skill) {
    RawJson data = message.data();
    if (skill != null && !skill.equals(AgentCards.CHAT_SKILL)) {
      return CapabilityWork.first(skill, input(message, data));
    }
    if (data == null || !data.fields().has(CAPABILITY)) {
      return null;
    }
    Fields fields = data.fields();
    RawJson input = fields.optionalObject("input");
    return CapabilityWork.first(
        fields.string(CAPABILITY), input == null ? RawJson.EMPTY_OBJECT : input);
  }

  /** A data part, or the text as JSON, or the text as the member {@code text}. */
  private static RawJson input(A2aMessage message, @Nullable RawJson data) {
    if (data != null) {
      RawJson inner = data.fields().has(CAPABILITY) ? data.fields().optionalObject("input") : data;
      return inner == null ? RawJson.EMPTY_OBJECT : inner;
    }
    String text = message.text();
    if (text.strip().startsWith("{")) {
      try {
        RawJson object = RawJson.parse(text);
        if (object.isObject()) {
          return object;
        }
      } catch (InvalidJson plainText) {
        // A text that only looks like JSON.
      }
    }
    JsonWriter out = new JsonWriter().beginObject().field("text", text);
    return RawJson.trusted(out.endObject().toByteArray());
  }

  /** Results of the provider's questions, from the next message of the caller. */
  static RawJson answers(CapabilityWork work, A2aMessage message) {
    RawJson data = message.data();
    if (data != null && data.fields().has("input_responses")) {
      return data.fields().object("input_responses");
    }
    if (work.questions().size() > 1) {
      throw new InvalidField(
          "message.parts",
          "answer the questions with a data part {\"input_responses\": {KEY: RESULT}}, with the"
              + " keys "
              + work.questions());
    }
    JsonWriter out = new JsonWriter().beginObject();
    for (String key : work.questions()) {
      out.name(key).beginObject().field("action", "accept").name("content");
      if (data != null) {
        out.value(data);
      } else {
        out.beginObject().field("text", message.text()).endObject();
      }
      out.endObject();
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }
}
