package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * Answer of a provider that needs more input. The caller repeats its call with the same input, the
 * answers as {@link #RESPONSES} and the unchanged {@link #STATE}.
 *
 * @param requests questions by key, each with a {@code method} and {@code params} as in MCP
 * @param state text for the provider itself; null when it needs none
 */
public record InputRequired(RawJson requests, @Nullable String state) implements JsonValue {
  public static final String STATUS = "input_required";
  public static final String REQUESTS = "input_requests";
  public static final String RESPONSES = "input_responses";
  public static final String STATE = "request_state";

  public InputRequired {
    if (!requests.isObject()) {
      throw new InvalidField(REQUESTS, "must be an object");
    }
  }

  /** One question to a person, whose answer has the shape of {@code schema}. */
  public static InputRequired question(String key, String message, RawJson schema) {
    JsonValue requests =
        out -> {
          out.beginObject().name(key).beginObject().field("method", "elicitation/create");
          out.name("params").beginObject().field("message", message);
          out.field("requestedSchema", schema).endObject().endObject().endObject();
        };
    return new InputRequired(requests.toRaw(), null);
  }

  /** Null when the answer is another one, or cannot be read. */
  public static @Nullable InputRequired find(RawJson payload) {
    try {
      Fields fields = payload.fields();
      RawJson status = fields.find("status");
      if (status == null || !status.isPlainly(STATUS)) {
        return null;
      }
      RawJson requests = fields.optionalObject(REQUESTS);
      return new InputRequired(
          requests == null ? RawJson.EMPTY_OBJECT : requests, fields.optionalString(STATE));
    } catch (InvalidField odd) {
      return null;
    }
  }

  /** Text for a person: the name of the refusal and the first question. */
  public String message() {
    try {
      Fields fields = requests.fields();
      for (int i = 0; i < fields.count(); i++) {
        RawJson params = fields.value(i).fields().optionalObject("params");
        String text = params == null ? null : params.fields().optionalString("message");
        if (text != null) {
          return STATUS + ": " + text;
        }
      }
    } catch (InvalidField | IllegalStateException odd) {
      // The provider has its own kind of question.
    }
    return STATUS + ": the provider needs more input";
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("status", STATUS).field(REQUESTS, requests);
    out.optional(STATE, state).endObject();
  }
}
