package bub.protocol;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.time.Instant;
import java.util.List;

/** The result of {@code getStatus}: who is connected and what they listen to. */
public record Status(String serverId, List<Connection> connections) implements JsonValue {

  /** One initialized connection. */
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
          Inside.strings(fields, "subscriptions"),
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
    Fields fields = Inside.fields("result", result);
    return new Status(
        fields.string("serverId"), Inside.objects(fields, "connections", Connection::read));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("serverId", serverId).name("connections").beginArray();
    connections.forEach(out::value);
    out.endArray().endObject();
  }
}
