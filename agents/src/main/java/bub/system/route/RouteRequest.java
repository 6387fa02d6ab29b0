package bub.system.route;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.NestedFields;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.system.session.AgentId;
import bub.system.session.ChatKey;
import org.jspecify.annotations.Nullable;

/** Query or command about agents; its JSON form is a whole payload. */
public sealed interface RouteRequest extends JsonValue {
  Address ADDRESS = new Address("system:route");

  String type();

  /** Answered with a {@link Route}; never spawns an agent. */
  record RouteQuery(ChatKey chat) implements RouteRequest {
    public static final String TYPE = "route_query";

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("type", TYPE).name("content").beginObject();
      out.field("channel", chat.channel()).field("chat_id", chat.id()).endObject().endObject();
    }
  }

  /** Answered with a {@link SessionList}. */
  record ListSessions() implements RouteRequest {
    public static final String TYPE = "sessions_list";

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("type", TYPE).field("content", RawJson.EMPTY_OBJECT).endObject();
    }
  }

  /** Answered after the stop, with a {@link SessionList} of one. */
  record StopSession(Address clientId) implements RouteRequest {
    public static final String TYPE = "sessions_stop";

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public void writeTo(JsonWriter out) {
      writeOrder(out, TYPE, clientId);
    }
  }

  /** Answered when the agent is connected or has failed. */
  record RestartSession(Address clientId) implements RouteRequest {
    public static final String TYPE = "sessions_restart";

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public void writeTo(JsonWriter out) {
      writeOrder(out, TYPE, clientId);
    }
  }

  /** Answered with the text or the bytes of a file, or the entries of a directory. */
  record ReadWorkspace(ChatKey chat, String path) implements RouteRequest {
    public static final String TYPE = "workspace_read";

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("type", TYPE).name("content").beginObject();
      out.field("channel", chat.channel()).field("chat_id", chat.id());
      out.field("path", path).endObject().endObject();
    }
  }

  private static void writeOrder(JsonWriter out, String type, Address clientId) {
    out.beginObject().field("type", type).name("content").beginObject();
    out.field("client_id", clientId).endObject().endObject();
  }

  /** Null for a payload of another type. */
  static @Nullable RouteRequest read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    String type = fields.optionalString("type");
    return switch (type) {
      case RouteQuery.TYPE ->
          new RouteQuery(NestedFields.object(fields, "content", RouteRequest::chat));
      case ListSessions.TYPE -> new ListSessions();
      case StopSession.TYPE ->
          new StopSession(NestedFields.object(fields, "content", RouteRequest::agent));
      case RestartSession.TYPE ->
          new RestartSession(NestedFields.object(fields, "content", RouteRequest::agent));
      case ReadWorkspace.TYPE -> NestedFields.object(fields, "content", RouteRequest::file);
      case null, default -> null;
    };
  }

  private static ReadWorkspace file(Fields content) {
    String path = content.optionalString("path");
    return new ReadWorkspace(chat(content), path == null ? "" : path);
  }

  private static ChatKey chat(Fields content) {
    return new ChatKey(
        Channel.check("channel", content.string("channel")),
        ChatId.check("chat_id", content.string("chat_id")));
  }

  private static Address agent(Fields content) {
    String clientId = content.string("client_id");
    if (!AgentId.isOne(clientId)) {
      throw new InvalidField("client_id", "must be a spawned agent, such as agent:worker-ab12cd34");
    }
    return new Address(clientId);
  }

  /** {@code status} is the word of a session status; null without an agent. */
  record Route(@Nullable Address agentId, @Nullable String status) implements JsonValue {
    public static final Route NONE = new Route(null, null);

    public static Route read(RawJson payload) {
      Fields fields = NestedFields.fields("payload", payload);
      String agentId = fields.optionalString("agent_id");
      return new Route(
          agentId == null ? null : Address.check("agent_id", agentId),
          fields.optionalString("status"));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("agent_id", agentId == null ? RawJson.NULL : agentId);
      out.optional("status", status).endObject();
    }
  }
}
