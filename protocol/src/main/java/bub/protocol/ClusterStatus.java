package bub.protocol;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code getCluster}: the cluster as one of its nodes sees it.
 *
 * @param node name of the node that answers, which is also one of {@code nodes}
 * @param nodes all known nodes, by name
 */
public record ClusterStatus(String node, String cluster, List<Node> nodes, Nats nats)
    implements JsonValue {

  /** State of a node that exchanges messages with this one, or of this node. */
  public static final String UP = "up";

  /**
   * Node of the cluster.
   *
   * @param epoch number of this run of the node
   * @param version version of bub
   * @param protocol version of the protocol between nodes
   * @param state {@code up}, {@code joining}, {@code silent} or {@code leaving}
   * @param interest number of patterns and peers that the node has announced
   * @param lagMs time since the node last announced itself; null for this node
   * @param rttMs time of the last question and answer; null when not known
   * @param clockMs difference of its clock from this node's; null when not known
   */
  public record Node(
      String name,
      @Nullable Long epoch,
      String version,
      int protocol,
      String state,
      @Nullable Instant connectedSince,
      long interest,
      @Nullable Long lagMs,
      @Nullable Long rttMs,
      @Nullable Long clockMs)
      implements JsonValue {

    public boolean isUp() {
      return state.equals(UP);
    }

    private static Node read(RawJson node) {
      Fields fields = node.fields();
      return new Node(
          fields.string("name"),
          number(fields, "epoch"),
          fields.string("version"),
          (int) fields.integer("protocol", 0),
          fields.string("state"),
          Times.optionalTime(fields, "connectedSince"),
          fields.integer("interest", 0),
          number(fields, "lagMs"),
          number(fields, "rttMs"),
          number(fields, "clockMs"));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("name", name);
      number(out, "epoch", epoch);
      out.field("version", version).field("protocol", protocol).field("state", state);
      out.optional("connectedSince", connectedSince == null ? null : connectedSince.toString());
      out.field("interest", interest);
      number(out, "lagMs", lagMs);
      number(out, "rttMs", rttMs);
      number(out, "clockMs", clockMs);
      out.endObject();
    }
  }

  /**
   * Connection of this node to NATS.
   *
   * @param state connected, reconnecting or disconnected
   * @param server address of the server, without credentials
   * @param version version of the server
   * @param quorum whether the shared state can be changed now; null when not known
   * @param since time of the last change of state
   */
  public record Nats(
      String state,
      @Nullable String server,
      @Nullable String version,
      @Nullable Boolean quorum,
      @Nullable Instant since,
      long reconnects,
      @Nullable String lastError)
      implements JsonValue {
    public static final String CONNECTED = "connected";

    public boolean isConnected() {
      return state.equals(CONNECTED);
    }

    private static Nats read(Fields fields) {
      return new Nats(
          fields.string("state"),
          fields.optionalString("server"),
          fields.optionalString("version"),
          fields.has("quorum") ? (Boolean) fields.bool("quorum") : null,
          Times.optionalTime(fields, "since"),
          fields.integer("reconnects", 0),
          fields.optionalString("lastError"));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("state", state).optional("server", server);
      out.optional("version", version);
      if (quorum != null) {
        out.field("quorum", quorum);
      }
      out.optional("since", since == null ? null : since.toString());
      out.field("reconnects", reconnects).optional("lastError", lastError).endObject();
    }
  }

  public static ClusterStatus read(RawJson result) {
    Fields fields = NestedFields.fields("result", result);
    return new ClusterStatus(
        fields.string("node"),
        fields.string("cluster"),
        NestedFields.objects(fields, "nodes", Node::read),
        NestedFields.object(fields, "nats", Nats::read));
  }

  private static @Nullable Long number(Fields fields, String name) {
    return fields.has(name) ? (Long) fields.integer(name, 0) : null;
  }

  private static void number(JsonWriter out, String name, @Nullable Long value) {
    if (value != null) {
      out.field(name, value);
    }
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("node", node).field("cluster", cluster).name("nodes").beginArray();
    nodes.forEach(out::value);
    out.endArray().field("nats", nats).endObject();
  }
}
