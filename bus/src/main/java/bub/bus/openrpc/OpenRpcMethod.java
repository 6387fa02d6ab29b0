package bub.bus.openrpc;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Description of one method: its direction, params, result and errors. */
final class OpenRpcMethod implements JsonValue {
  private final String name;
  private final CallDirection direction;
  private final String summary;
  private final List<OpenRpcField> params = new ArrayList<>();
  private final List<OpenRpcError> problems = new ArrayList<>();
  private @Nullable OpenRpcField result;
  private @Nullable JsonValue exampleParams;
  private @Nullable JsonValue exampleResult;

  OpenRpcMethod(String name, CallDirection direction, String summary) {
    this.name = name;
    this.direction = direction;
    this.summary = summary;
  }

  /** Adds params, in the order of positional params. */
  OpenRpcMethod takes(OpenRpcField... params) {
    this.params.addAll(List.of(params));
    return this;
  }

  /** Sets the result. A method without a result is a notification. */
  OpenRpcMethod gives(OpenRpcSchema result, String about) {
    this.result = OpenRpcField.required("result", result, about);
    return this;
  }

  OpenRpcMethod failsWith(OpenRpcError... problems) {
    this.problems.addAll(List.of(problems));
    return this;
  }

  /** Sets the params of the example, which must be an object. */
  OpenRpcMethod exampleCall(JsonValue params) {
    this.exampleParams = params;
    return this;
  }

  OpenRpcMethod exampleCall(JsonValue params, JsonValue result) {
    this.exampleResult = result;
    return exampleCall(params);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("name", name).field("summary", summary);
    out.field("x-direction", direction.word());
    // The bus writes params by name only; it reads them by name or by position.
    out.field("paramStructure", direction == CallDirection.BUS_TO_PEER ? "by-name" : "either");
    out.field("params", OpenRpcSchema.array(params)).optional("result", result);
    if (!problems.isEmpty()) {
      out.field("errors", OpenRpcSchema.array(problems));
    }
    if (exampleParams != null) {
      out.field("examples", OpenRpcSchema.array(List.of(example(exampleParams))));
    }
    out.endObject();
  }

  private JsonValue example(JsonValue call) {
    Fields given = call.toRaw().fields();
    return out -> {
      out.beginObject().field("name", name).name("params").beginArray();
      for (int i = 0; i < given.count(); i++) {
        value(out, given.name(i), given.value(i));
      }
      out.endArray();
      if (exampleResult != null) {
        value(out.name("result"), "result", exampleResult);
      }
      out.endObject();
    };
  }

  private static void value(JsonWriter out, String name, JsonValue value) {
    out.beginObject().field("name", name).field("value", value).endObject();
  }
}
