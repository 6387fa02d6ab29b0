package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answer of a provider, or of the lobby in its place; {@code payload} includes {@code status}. */
public record ServiceResponse(String status, RawJson payload) implements JsonValue {
  public static final String SUCCESS = "success";
  public static final String ERROR = "error";
  public static final String IN_PROGRESS = "in_progress";

  /** Violation of a schema; {@code path} is a JSON pointer to the value. */
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
    return new ServiceResponse(NestedFields.fields("payload", payload).string("status"), payload);
  }

  public boolean isSuccess() {
    return status.equals(SUCCESS);
  }

  public boolean isError() {
    return status.equals(ERROR);
  }

  /** Returns the reason of the failure, or null on success or when none is given. */
  public @Nullable String error() {
    RawJson error = find("error");
    if (error == null || error.isNull()) {
      return null;
    }
    // A provider may describe its error in its own format.
    return error.isString() ? error.asString() : error.toString();
  }

  /** Returns the kind of error that the lobby found, or null for a provider's own error. */
  public @Nullable CallError errorCode() {
    RawJson code = find("error_code");
    return code != null && code.isString() ? CallError.of(code.asString()) : null;
  }

  /** Returns the violations of the contract; empty when the call failed for another reason. */
  public List<Violation> violations() {
    try {
      return find("violations") == null
          ? List.of()
          : NestedFields.objects(payload.fields(), "violations", Violation::read);
    } catch (InvalidField notOurs) {
      return List.of();
    }
  }

  /** Finds a field of a failure. On success a field of that name is ordinary output. */
  private @Nullable RawJson find(String name) {
    try {
      return isSuccess() ? null : payload.fields().find(name);
    } catch (InvalidField doubled) {
      return null;
    }
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.value(payload);
  }
}
