package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Page of the connections with their subscriptions; {@code next} is null on the last page. In a
 * cluster, {@code missingNodes} names the nodes whose connections are not here.
 */
public record Status(
    String serverId, List<Connection> connections, @Nullable Long next, List<String> missingNodes)
    implements JsonValue {

  public Status(String serverId, List<Connection> connections, @Nullable Long next) {
    this(serverId, connections, next, List.of());
  }

  public Status(String serverId, List<Connection> connections) {
    this(serverId, connections, null);
  }

  /** Params of {@code getStatus}; {@code after} is {@code next} of the previous page, or 0. */
  public record Query(long after, int limit, @Nullable String node) implements JsonValue {
    public static final int MAX_LIMIT = 1_000;

    private static final List<String> FIELDS = List.of("after", "limit", "node");

    public Query(long after, int limit) {
      this(after, limit, null);
    }

    public static Query first() {
      return new Query(0, MAX_LIMIT);
    }

    public static Query read(@Nullable RawJson params) {
      Fields fields = Fields.of(params, FIELDS);
      long limit = fields.integer("limit", MAX_LIMIT);
      if (limit < 1 || limit > MAX_LIMIT) {
        throw new InvalidField("limit", "must be 1 to " + MAX_LIMIT);
      }
      return new Query(fields.integer("after", 0), (int) limit, NodeParam.read(fields));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("after", after).field("limit", limit);
      out.optional("node", node).endObject();
    }
  }

  /** Connected peer; {@code node} is null on a single bus. */
  public record Connection(
      Address clientId,
      String connectionId,
      List<String> subscriptions,
      ClientInfo clientInfo,
      String dialect,
      Instant connectedAt,
      @Nullable String node)
      implements JsonValue {

    public Connection(
        Address clientId,
        String connectionId,
        List<String> subscriptions,
        ClientInfo clientInfo,
        String dialect,
        Instant connectedAt) {
      this(clientId, connectionId, subscriptions, clientInfo, dialect, connectedAt, null);
    }

    public Connection on(String itsNode) {
      return new Connection(
          clientId, connectionId, subscriptions, clientInfo, dialect, connectedAt, itsNode);
    }

    private static Connection read(RawJson connection) {
      Fields fields = connection.fields();
      return new Connection(
          Address.read(fields, "clientId"),
          fields.string("connectionId"),
          NestedFields.strings(fields, "subscriptions"),
          ClientInfo.read(fields.optionalObject("clientInfo")),
          fields.string("dialect"),
          Times.time(fields, "connectedAt"),
          fields.optionalString("node"));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("clientId", clientId).field("connectionId", connectionId);
      out.name("subscriptions").beginArray();
      subscriptions.forEach(out::value);
      out.endArray().field("clientInfo", clientInfo).field("dialect", dialect);
      out.field("connectedAt", connectedAt.toString()).optional("node", node).endObject();
    }
  }

  public static Status read(RawJson result) {
    Fields fields = NestedFields.fields("result", result);
    return new Status(
        fields.string("serverId"),
        NestedFields.objects(fields, "connections", Connection::read),
        fields.has("next") ? fields.integer("next", 0) : null,
        MissingNodes.read(fields));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("serverId", serverId).name("connections").beginArray();
    connections.forEach(out::value);
    out.endArray();
    if (next != null) {
      out.field("next", next);
    }
    MissingNodes.write(missingNodes, out);
    out.endObject();
  }
}
