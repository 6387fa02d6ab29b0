package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Params of {@code initialize}: the identity of the peer that connects. */
public record Initialize(Address clientId, ClientInfo clientInfo, @Nullable String authToken)
    implements JsonValue {
  private static final int MAX_TOKEN = 4 * 1024;
  private static final List<String> FIELDS = List.of("clientId", "clientInfo", "authToken");

  public static Initialize read(@Nullable RawJson params) {
    Fields fields = Fields.of(params, FIELDS);
    return new Initialize(
        Address.read(fields, "clientId"),
        ClientInfo.read(fields.optionalObject("clientInfo")),
        authToken(fields));
  }

  private static @Nullable String authToken(Fields fields) {
    String token = fields.optionalString("authToken");
    if (token != null && token.length() > MAX_TOKEN) {
      throw new InvalidField("authToken", "must have at most " + MAX_TOKEN + " characters");
    }
    return token;
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("clientId", clientId).field("clientInfo", clientInfo);
    out.optional("authToken", authToken).endObject();
  }

  public record Result(
      String serverId,
      ClientInfo serverInfo,
      boolean subscribe,
      boolean processMessage,
      List<String> addresses)
      implements JsonValue {

    public static Result read(RawJson result) {
      Fields fields = NestedFields.fields("result", result);
      Fields capabilities = fields.object("capabilities").fields();
      return new Result(
          fields.string("serverId"),
          ClientInfo.read(fields.optionalObject("serverInfo")),
          capabilities.bool("subscribe", false),
          capabilities.bool("processMessage", false),
          NestedFields.strings(capabilities, "addresses"));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("serverId", serverId).field("serverInfo", serverInfo);
      out.name("capabilities").beginObject();
      out.field("subscribe", subscribe).field("processMessage", processMessage);
      out.name("addresses").beginArray();
      addresses.forEach(out::value);
      out.endArray().endObject().endObject();
    }
  }
}
