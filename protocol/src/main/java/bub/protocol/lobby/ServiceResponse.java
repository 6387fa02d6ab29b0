package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Inside;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A provider's answer, or the lobby's instead of it: {@code status} and whatever belongs to it.
 *
 * @param payload the whole answer, {@code status} included
 */
public record ServiceResponse(String status, RawJson payload) implements JsonValue {
  public static final String SUCCESS = "success";
  public static final String ERROR = "error";
  public static final String IN_PROGRESS = "in_progress";

  /** One place where a value breaks its schema; {@code path} is a JSON pointer into it. */
  public record Violation(String path, String problem) implements JsonValue {
    private static Violation read(RawJson violation) {
      Fields fields = violation.fields();
      return new Violation(fields.string("path"), fields.string("problem"));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("path", path).field("problem", problem).endObject();
    }
  }

  /** An error that the lobby itself found. */
  public static ServiceResponse error(CallError code, String text, List<Violation> violations) {
    JsonWriter out = new JsonWriter();
    out.beginObject().field("status", ERROR).field("error", text).field("error_code", code.word());
    if (!violations.isEmpty()) {
      out.name("violations").beginArray();
      violations.forEach(out::value);
      out.endArray();
    }
    return new ServiceResponse(ERROR, RawJson.trusted(out.endObject().toByteArray()));
  }

  public static ServiceResponse error(CallError code, String text) {
    return error(code, text, List.of());
  }

  public static ServiceResponse read(RawJson payload) {
    return new ServiceResponse(Inside.fields("payload", payload).string("status"), payload);
  }

  public boolean isSuccess() {
    return status.equals(SUCCESS);
  }

  /** Why it failed, or null when it did not. */
  public @Nullable String error() {
    return payload.fields().optionalString("error");
  }

  /** The kind of error that the lobby found, or null for a provider's own. */
  public @Nullable CallError errorCode() {
    return CallError.of(payload.fields().optionalString("error_code"));
  }

  public List<Violation> violations() {
    Fields fields = payload.fields();
    return fields.has("violations")
        ? Inside.objects(fields, "violations", Violation::read)
        : List.of();
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.value(payload);
  }
}
