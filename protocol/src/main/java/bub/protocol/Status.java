package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Page of the connections with their subscriptions; {@code next} is null on the last page. */
public record Status(String serverId, List<Connection> connections, @Nullable Long next)
    implements JsonValue {

  public Status(String serverId, List<Connection> connections) {
    this(serverId, connections, null);
  }

  /** Params of {@code getStatus}; {@code after} is {@code next} of the previous page, or 0. */
  public record Query(long after, int limit) implements JsonValue {
    public static final int MAX_LIMIT = 1_000;

    private static final List<String> FIELDS = List.of("after", "limit");

    public static Query first() {
      return new Query(0, MAX_LIMIT);
    }

    public static Query read(@Nullable RawJson params) {
      Fields fields = Fields.of(params, FIELDS);
      long limit = fields.integer("limit", MAX_LIMIT);
      if (limit < 1 || limit > MAX_LIMIT) {
        throw new InvalidField("limit", "must be 1 to " + MAX_LIMIT);
      }
      return new Query(fields.integer("after", 0), (int) limit);
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("after", after).field("limit", limit).endObject();
    }
  }

  public record Connection(
      Address clientId,
      String connectionId,
      List<String> subscriptions,
      ClientInfo clientInfo,
      String dialect,
      Instant connectedAt)
      implements JsonValue {

    private static Connection read(RawJson connection) {
      Fields fields = connection.fields();
      return new Connection(
          Address.read(fields, "clientId"),
          fields.string("connectionId"),
          NestedFields.strings(fields, "subscriptions"),
          ClientInfo.read(fields.optionalObject("clientInfo")),
          fields.string("dialect"),
          Times.time(fields, "connectedAt"));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("clientId", clientId).field("connectionId", connectionId);
      out.name("subscriptions").beginArray();
      subscriptions.forEach(out::value);
      out.endArray().field("clientInfo", clientInfo).field("dialect", dialect);
      out.field("connectedAt", connectedAt.toString()).endObject();
    }
  }

  public static Status read(RawJson result) {
    Fields fields = NestedFields.fields("result", result);
    return new Status(
        fields.string("serverId"),
        NestedFields.objects(fields, "connections", Connection::read),
        fields.has("next") ? fields.integer("next", 0) : null);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("serverId", serverId).name("connections").beginArray();
    connections.forEach(out::value);
    out.endArray();
    if (next != null) {
      out.field("next", next);
    }
    out.endObject();
  }
}
