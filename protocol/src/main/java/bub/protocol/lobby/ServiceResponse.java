package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
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
    return new ServiceResponse(NestedFields.fields("payload", payload).string("status"), payload);
  }

  public boolean isSuccess() {
    return status.equals(SUCCESS);
  }

  public boolean isError() {
    return status.equals(ERROR);
  }

  /** Why it failed, or null when it did not or does not say. */
  public @Nullable String error() {
    RawJson error = find("error");
    if (error == null || error.isNull()) {
      return null;
    }
    // A provider may describe its error in a shape of its own.
    return error.isString() ? error.asString() : error.toString();
  }

  /** The kind of error that the lobby found, or null for a provider's own. */
  public @Nullable CallError errorCode() {
    RawJson code = find("error_code");
    return code != null && code.isString() ? CallError.of(code.asString()) : null;
  }

  /** Where the call broke its contract; empty when it failed for another reason. */
  public List<Violation> violations() {
    try {
      return find("violations") == null
          ? List.of()
          : NestedFields.objects(payload.fields(), "violations", Violation::read);
    } catch (InvalidField notOurs) {
      return List.of();
    }
  }

  /** A field of a failure; on success a field of that name is output like any other. */
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
