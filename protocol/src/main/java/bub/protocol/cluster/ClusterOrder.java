package bub.protocol.cluster;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.NestedFields;

/**
 * Order of a part of bub to its node; its JSON form is a whole payload. A bus that is no node of a
 * cluster gives no ack.
 */
public sealed interface ClusterOrder extends JsonValue {
  /** Address of the node for these orders. Each node has its own. */
  Address ADDRESS = new Address("system:cluster");

  int MAX_NAME = 160;

  /** Take the lease, or keep it. Answered with a {@link LeaseAnswer}. */
  record AcquireLease(String name) implements ClusterOrder {
    public static final String TYPE = "lease_acquire";

    @Override
    public void writeTo(JsonWriter out) {
      writeName(out, TYPE, name);
    }
  }

  record ReleaseLease(String name) implements ClusterOrder {
    public static final String TYPE = "lease_release";

    @Override
    public void writeTo(JsonWriter out) {
      writeName(out, TYPE, name);
    }
  }

  /**
   * The system agent of this node serves chats. Answered with {@link ServedChats}.
   *
   * @param takesOver true when it may serve the chats of a node that is down
   */
  record ServeChats(boolean takesOver) implements ClusterOrder {
    public static final String TYPE = "chats_serve";

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("type", TYPE).name("content").beginObject();
      out.field("takes_over", takesOver).endObject().endObject();
    }
  }

  /** True for a lease of a bridge, which has nothing to do with sessions. */
  default boolean isAboutAChannel() {
    return switch (this) {
      case AcquireLease(String name) -> !ChatLeases.contain(name);
      case ReleaseLease(String name) -> !ChatLeases.contain(name);
      case ServeChats _ -> false;
    };
  }

  private static void writeName(JsonWriter out, String type, String name) {
    out.beginObject().field("type", type).name("content").beginObject();
    out.field("name", name).endObject().endObject();
  }

  /** Throws {@link InvalidField} for a payload of another type. */
  static ClusterOrder read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    return switch (fields.optionalString("type")) {
      case AcquireLease.TYPE ->
          new AcquireLease(NestedFields.object(fields, "content", ClusterOrder::name));
      case ReleaseLease.TYPE ->
          new ReleaseLease(NestedFields.object(fields, "content", ClusterOrder::name));
      case ServeChats.TYPE ->
          new ServeChats(
              NestedFields.object(fields, "content", content -> content.bool("takes_over", false)));
      case null, default ->
          throw new InvalidField("type", "must be lease_acquire, lease_release or chats_serve");
    };
  }

  private static String name(Fields content) {
    String name = content.string("name");
    if (name.isEmpty() || name.length() > MAX_NAME) {
      throw new InvalidField("name", "must have 1 to " + MAX_NAME + " characters");
    }
    return name;
  }
}
