package bub.protocol.cluster;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import org.jspecify.annotations.Nullable;

/**
 * Answer to a request for a lease.
 *
 * @param holder name of the node that holds the lease; null when the cluster could not decide
 * @param token fencing token, which is greater for a later holder; 0 when this node does not hold
 *     it
 * @param validForMillis time from the request until which nobody else gets the lease
 */
public record LeaseAnswer(boolean held, @Nullable String holder, long token, long validForMillis)
    implements JsonValue {

  public static LeaseAnswer read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    return new LeaseAnswer(
        fields.bool("held"),
        fields.optionalString("holder"),
        fields.integer("epoch", 0),
        fields.integer("valid_for_ms", 0));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("held", held).optional("holder", holder);
    out.field("epoch", token).field("valid_for_ms", validForMillis).endObject();
  }
}
