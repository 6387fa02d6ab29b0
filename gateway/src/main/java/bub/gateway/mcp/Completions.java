package bub.gateway.mcp;

import bub.gateway.caller.Caller;
import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Suggestions for an argument of a prompt: the values that its schema allows. */
final class Completions {
  private static final int MOST = 100;

  private final PromptList prompts;

  Completions(PromptList prompts) {
    this.prompts = prompts;
  }

  void write(Caller caller, RawJson params, JsonWriter out) throws Exception {
    Fields ref = params.fields().object("ref").fields();
    Fields argument = params.fields().object("argument").fields();
    RawJson schema =
        switch (ref.string("type")) {
          case "ref/prompt" ->
              prompts.find(caller, ref.string("name")).property(argument.string("name"));
          // The variables of a template have no schema of their own.
          case "ref/resource" -> null;
          default -> throw new RpcException(RpcError.invalidParams("ref.type: is unknown"));
        };
    List<String> values = values(schema, argument.string("value"));
    out.name("completion").beginObject().name("values").beginArray();
    values.stream().limit(MOST).forEach(out::value);
    out.endArray().field("total", values.size()).field("hasMore", values.size() > MOST);
    out.endObject();
  }

  private static List<String> values(@Nullable RawJson schema, String begun) {
    RawJson allowed = schema == null ? null : schema.fields().find("enum");
    if (allowed == null || !allowed.isArray()) {
      return List.of();
    }
    String start = begun.toLowerCase(Locale.ROOT);
    return allowed.elements().stream()
        .filter(RawJson::isString)
        .map(RawJson::asString)
        .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(start))
        .toList();
  }
}
